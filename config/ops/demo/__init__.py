"""A lobby to click through (`make demo`): finished matches, people who are playing, and log-ins."""
