# The two commands a newcomer needs are `make run` and `make test`. The work is in scripts/.

.PHONY: help setup run test check fast bench lock

help:
	@echo "make run    set up, judge the sample proceedings, serve the map until stopped"
	@echo "make test   set up and run every check and test, as CI does"
	@echo "make check  lint and types only"
	@echo "make fast   the core of the tests, under a minute"
	@echo "make bench  measure how quickly a boundary is evaluated"
	@echo "make setup  only set up the virtual environment and the maps' scripts"
	@echo "make lock   write the lock files again"

setup:
	@bash scripts/setup --dev

run:
	@bash scripts/run

test:
	@bash scripts/test

check:
	@bash scripts/check

fast:
	@bash scripts/test --fast

bench:
	@bash scripts/bench

lock:
	@bash scripts/lock
