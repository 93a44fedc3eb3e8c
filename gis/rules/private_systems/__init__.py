"""What does the law say of land with a private on-site wastewater treatment system."""
