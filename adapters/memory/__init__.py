"""Every port in memory: what tests and the plan mode use. Nothing here outlives the process."""
