"""Language models: Claude through its SDK, and calls that are written down, planned or played again."""
