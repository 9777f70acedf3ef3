"""Accounts: users, their names and preferences, and how they relate to each other."""
