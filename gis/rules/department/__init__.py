"""Districts that the state department orders: notice, the town's time to act, commissioners."""
