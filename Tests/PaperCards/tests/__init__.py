"""Tests of the service on paper cards, and of the model itself."""
