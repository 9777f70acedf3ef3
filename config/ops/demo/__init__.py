"""A lobby to click through (`make demo`): what was played there, who is there now, and who can log in."""
