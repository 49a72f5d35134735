"""The service on virtual displays."""
