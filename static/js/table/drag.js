// Dragging a card: inside the hand (into groups and gaps) and onto the discard pile. The geometry is taken once, when
// the drag begins, so the place marker cannot push its own target about.
import { all } from './dom.js';

const THRESHOLD = 8;
const EDGE = 9; // this near the edge of a group counts as the gap beside it

/**
 * A drawn group of the hand, or the part of it in one row: its box, the middles of its cards, the number of the first
 * one, and whether the group ends with it.
 * @typedef {object} Measured
 * @property {number} group
 * @property {number} from
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {number[]} middles
 * @property {boolean} ends
 */

/**
 * Where a point falls. `pieces`: drawn parts of groups with their slots' middles; null when there is no hand.
 * @param {Measured[]} pieces
 * @param {number} x
 * @param {number} y
 * @returns {Page.Place | null}
 */
export function dropTarget(pieces, x, y) {
  if (!pieces.length) return null;
  /** @param {Measured} piece */
  const far = (piece) => Math.max(0, piece.top - y, y - piece.bottom);
  const nearest = Math.min(...pieces.map(far));
  const row = pieces.filter((piece) => far(piece) === nearest).sort((a, b) => a.left - b.left);
  for (const piece of row) {
    if (x < piece.left + EDGE) return { group: piece.group, index: piece.from === 0 ? null : piece.from };
    if (x <= piece.right - EDGE)
      return { group: piece.group, index: piece.from + piece.middles.filter((middle) => middle < x).length };
  }
  const last = row.at(-1);
  if (!last) return null;
  return last.ends
    ? { group: last.group + 1, index: null }
    : { group: last.group, index: last.from + last.middles.length };
}

/**
 * @param {Element} hand
 * @returns {Measured[]}
 */
export function measure(hand) {
  const groups = all(hand, '.group');
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

/**
 * @param {DOMRect} box
 * @param {number} x
 * @param {number} y
 * @param {number} margin
 */
const inside = (box, x, y, margin) =>
  x > box.left - margin && x < box.right + margin && y > box.top - margin && y < box.bottom + margin;

/**
 * A card under a finger. It is `live` from the moment it has moved far enough: then a copy of it follows the finger.
 * @typedef {object} Live
 * @property {HTMLElement} copy
 * @property {Measured[]} pieces
 * @property {DOMRect} bounds of the hand
 * @property {DOMRect | null} pile
 * @property {Page.Target | null} over
 *
 * @typedef {object} Drag
 * @property {Wire.Card} id
 * @property {HTMLElement} card
 * @property {number} pointer
 * @property {number} x
 * @property {number} y
 * @property {Live | null} live
 */

/**
 * What is told of drags.
 * @typedef {object} Watcher
 * @property {() => boolean} allowed
 * @property {(card: Wire.Card) => void} onStart
 * @property {(target: Page.Target) => void} onOver
 * @property {(card: Wire.Card, target: Page.Target & { rect: DOMRect }) => void} onDrop
 * @property {(card: Wire.Card, rect: DOMRect) => void} onCancel
 */

/**
 * @param {HTMLElement} root
 * @param {Watcher} watcher
 */
export function watchDrags(root, { allowed, onStart, onOver, onDrop, onCancel }) {
  /** @type {Drag | null} */
  let drag = null;

  root.addEventListener('pointerdown', (event) => {
    const card = event.target instanceof Element && event.target.closest('button[data-card]');
    if (!(card instanceof HTMLElement) || !event.isPrimary || event.button !== 0 || !allowed()) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    drag = { id: card.dataset.card ?? '', card, pointer, x, y, live: null };
  });
  addEventListener('pointermove', (event) => {
    if (drag && event.pointerId === drag.pointer) move(drag, event.clientX, event.clientY);
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

  /**
   * @param {Drag} dragged
   * @param {number} x
   * @param {number} y
   */
  function move(dragged, x, y) {
    const dx = x - dragged.x;
    const dy = y - dragged.y;
    if (!dragged.live) {
      if (Math.hypot(dx, dy) < THRESHOLD) return;
      dragged.live = lift(root, dragged.card);
      onStart(dragged.id);
    }
    dragged.live.copy.style.setProperty('translate', `${dx}px ${dy}px`);
    dragged.live.over = targetAt(dragged.live, x, y);
    onOver(dragged.live.over);
  }

  /** @param {boolean} cancelled */
  function end(cancelled) {
    if (!drag) return;
    const { id, live } = drag;
    drag = null;
    if (!live) return;
    const rect = live.copy.getBoundingClientRect();
    live.copy.remove();
    swallowClick();
    if (cancelled || !live.over || (!live.over.pile && !live.over.place)) onCancel(id, rect);
    else onDrop(id, { ...live.over, rect });
  }

  return { cancel: () => end(true), active: () => Boolean(drag?.live) };
}

/**
 * A copy of the card that follows the finger, and the places where it may fall.
 * @param {HTMLElement} root
 * @param {HTMLElement} card
 * @returns {Live}
 */
function lift(root, card) {
  const hand = /** @type {Element} */ (card.closest('#hand')); // only there cards can be dragged
  const pieces = measure(hand);
  const pile = root.querySelector('#pile')?.getBoundingClientRect() ?? null;
  const box = card.getBoundingClientRect();
  const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
  for (const name of ['data-card', 'data-fly', 'data-do', 'aria-label']) copy.removeAttribute(name);
  copy.ariaHidden = 'true';
  copy.tabIndex = -1;
  copy.classList.add('flyer', 'is-dragging');
  for (const name of /** @type {const} */ (['left', 'top', 'width', 'height']))
    copy.style.setProperty(name, `${box[name]}px`);
  root.append(copy);
  return { copy, pieces, bounds: hand.getBoundingClientRect(), pile, over: null };
}

/**
 * @param {Live} live
 * @param {number} x
 * @param {number} y
 * @returns {Page.Target}
 */
function targetAt({ pile, bounds, pieces }, x, y) {
  if (pile !== null && inside(pile, x, y, 22)) return { place: null, pile: true };
  return { place: inside(bounds, x, y, 34) ? dropTarget(pieces, x, y) : null, pile: false };
}

/** The click that follows a drag is not a tap. */
function swallowClick() {
  /** @param {Event} event */
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 60);
}
