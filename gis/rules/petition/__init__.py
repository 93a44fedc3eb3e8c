"""What does the law ask of a petition: enough owners, what it holds, who vouches for the signatures."""
