"""Small contracts made at random, what they mean, and records for them: material for the real engine."""
