"""Rules of what is charged for land that a sewer serves and that is not connected."""
