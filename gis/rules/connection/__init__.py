"""Rules of the duty to connect to a public sewer, its exemptions and its end."""
