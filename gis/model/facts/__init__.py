"""What may a case, a scene or a gatherer state: the facts of each rule, by the names of FACTS.md."""
