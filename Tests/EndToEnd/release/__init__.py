"""What only the build that ships can show: figures."""
