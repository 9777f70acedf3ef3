// Dragging a card: inside the hand (into groups and gaps) and onto the discard pile. The geometry is taken once, when
// the drag begins, so the place marker cannot push its own target about.
const THRESHOLD = 8;
const EDGE = 9; // this near the edge of a group counts as the gap beside it

/** Where a point falls. `pieces`: drawn parts of groups with their slots' middles; null when there is no hand. */
export function dropTarget(pieces, x, y) {
  if (!pieces.length) return null;
  const far = (piece) => Math.max(0, piece.top - y, y - piece.bottom);
  const nearest = Math.min(...pieces.map(far));
  const row = pieces.filter((piece) => far(piece) === nearest).sort((a, b) => a.left - b.left);
  for (const piece of row) {
    if (x < piece.left + EDGE) return { group: piece.group, index: piece.from === 0 ? null : piece.from };
    if (x <= piece.right - EDGE)
      return { group: piece.group, index: piece.from + piece.middles.filter((middle) => middle < x).length };
  }
  const last = row.at(-1);
  return last.ends
    ? { group: last.group + 1, index: null }
    : { group: last.group, index: last.from + last.middles.length };
}

export function measure(hand) {
  const groups = [...hand.querySelectorAll('.group')];
  return groups.map((group) => {
    const { left, right, top, bottom } = group.getBoundingClientRect();
    const middles = [...group.querySelectorAll('.slot .card')].map((card) => {
      const box = card.getBoundingClientRect();
      return box.left + box.width / 2;
    });
    const number = Number(group.dataset.group);
    const ends = !groups.some(
      (other) => Number(other.dataset.group) === number && Number(other.dataset.from) > Number(group.dataset.from),
    );
    return { group: number, from: Number(group.dataset.from), left, right, top, bottom, middles, ends };
  });
}

const inside = (box, x, y, margin) =>
  x > box.left - margin && x < box.right + margin && y > box.top - margin && y < box.bottom + margin;

/** `onStart(card)`, `onOver({ place, pile })`, `onDrop(card, { place, pile, rect })`, `onCancel()`. */
export function watchDrags(root, { allowed, onStart, onOver, onDrop, onCancel }) {
  let drag = null;

  root.addEventListener('pointerdown', (event) => {
    const card = event.target.closest('button[data-card]');
    if (!card || !event.isPrimary || event.button !== 0 || !allowed()) return;
    drag = { id: card.dataset.card, card, pointer: event.pointerId, x: event.clientX, y: event.clientY, live: false };
  });
  addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.live) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      begin();
    }
    drag.copy.style.setProperty('translate', `${dx}px ${dy}px`);
    const pile = drag.pile !== null && inside(drag.pile, event.clientX, event.clientY, 22);
    const nearHand = drag.bounds && inside(drag.bounds, event.clientX, event.clientY, 34);
    drag.over = { place: !pile && nearHand ? dropTarget(drag.pieces, event.clientX, event.clientY) : null, pile };
    onOver(drag.over);
  });
  addEventListener('pointerup', (event) => {
    if (event.pointerId === drag?.pointer) end(false);
  });
  addEventListener('pointercancel', (event) => {
    if (event.pointerId === drag?.pointer) end(true);
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && drag?.live) end(true);
  });
  addEventListener('blur', () => end(true));

  function begin() {
    const hand = root.querySelector('#hand');
    drag.live = true;
    drag.pieces = measure(hand);
    drag.bounds = hand.getBoundingClientRect();
    drag.pile = root.querySelector('#pile')?.getBoundingClientRect() ?? null;
    const box = drag.card.getBoundingClientRect();
    drag.copy = drag.card.cloneNode(true);
    for (const name of ['data-card', 'data-fly', 'data-do', 'aria-label']) drag.copy.removeAttribute(name);
    drag.copy.ariaHidden = 'true';
    drag.copy.tabIndex = -1;
    drag.copy.classList.add('flyer', 'is-dragging');
    for (const [name, value] of [
      ['left', box.left],
      ['top', box.top],
      ['width', box.width],
      ['height', box.height],
    ])
      drag.copy.style.setProperty(name, `${value}px`);
    root.append(drag.copy);
    onStart(drag.id);
  }

  function end(cancelled) {
    if (!drag) return;
    const { id, live, copy, over } = drag;
    drag = null;
    if (!live) return;
    const rect = copy.getBoundingClientRect();
    copy.remove();
    swallowClick();
    if (cancelled || !over || (!over.pile && !over.place)) onCancel(id, rect);
    else onDrop(id, { ...over, rect });
  }

  /** The click that follows a drag is not a tap. */
  function swallowClick() {
    const stop = (event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', stop, { capture: true }), 60);
  }

  return { cancel: () => end(true), active: () => Boolean(drag?.live) };
}
