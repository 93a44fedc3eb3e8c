"""What follows for a parcel: which sewer decides, how surely, what uses it, and can sewage run there by gravity?"""
