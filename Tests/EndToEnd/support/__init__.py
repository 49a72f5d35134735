"""What the tests of both tiers share."""
