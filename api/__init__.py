"""The two faces of Townline: the command line and the HTTP service. They translate, never judge."""
