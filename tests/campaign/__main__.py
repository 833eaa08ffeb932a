"""`python -m tests.campaign`: see tests/campaign/running.py."""

import sys

from tests.campaign.running import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
