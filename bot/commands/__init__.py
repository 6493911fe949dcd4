"""The commands of ``python -m bot``, one file a group; each is a thin call."""
