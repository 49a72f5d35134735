"""The release build on virtual displays."""
