"""The stages of the action journey, one concern a file; their order is in ``core/journeys/action.py``."""
