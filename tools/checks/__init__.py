"""What `make test` runs, tier by tier, and how it counts."""
