"""What would mend each finding that is not met: land to leave out, owners to sign, days, facts to give?"""
