"""Stock clients: a record of each, and the one life that all of them lead."""
