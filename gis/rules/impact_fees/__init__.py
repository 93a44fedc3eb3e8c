"""Rules of the impact fees that a development pays, of their refund and of the appeal from them."""
