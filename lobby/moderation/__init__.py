"""Reports and the moderators' desk. It reads what rooms store; the live tables do not depend on it. It never sees a
hand: of a table it shows only what everybody there saw."""
