"""What would a parcel be charged on connection, development, division and by bill, by the ordinances there?"""
