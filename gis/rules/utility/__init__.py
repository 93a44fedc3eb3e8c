"""Rules of municipal public utilities: referendum, commission, arrears on the tax roll, reimbursement."""
