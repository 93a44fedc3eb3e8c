"""Which debts of a utility are certified to the tax roll, Wis. Stat. 66.0809(3)?"""
