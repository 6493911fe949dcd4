"""One folder for each thing outside the core; the folders do not know each other."""
