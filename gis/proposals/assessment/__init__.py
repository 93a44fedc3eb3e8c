"""What a project's special assessment costs each parcel: who is exempt or capped, who bears it, and what reopens it."""
