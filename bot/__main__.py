"""``python -m bot``."""

import sys

if __name__ == "__main__":
    try:
        from bot.cli import main

        sys.exit(main())
    except KeyboardInterrupt:  # while it was still starting
        sys.exit(130)
