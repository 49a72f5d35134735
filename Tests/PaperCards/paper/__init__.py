"""Paper cards: scripted models of graphics cards for unmodified programs."""
