"""The law as data: dated parameters with unit and citation, read strictly."""
