"""What makes the sample county: an invented place, built in feet and written as published layers are."""
