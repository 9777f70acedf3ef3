"""Reports and the desk of the moderators. It reads what rooms keep; the live tables do not need it, and it never sees a
hand: what it shows of a table is what everybody there saw."""
