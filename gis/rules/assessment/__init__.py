"""Rules of special assessments: farmland and camps, utilities, condemnation benefits, railroads."""
