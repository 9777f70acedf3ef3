// Cards in flight: where was it before the page changed, where is it now, and travel between (FLIP). The layout is
// already final while a card travels, so nothing else moves. `translate` and `scale` leave `transform` to the styles.
import { all, one } from './dom.js';

const MOVE = 220;
const DEAL = 320;
const STEP = 45;
const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

const still = matchMedia('(prefers-reduced-motion: reduce)');
export const quiet = () => still.matches || document.documentElement.dataset.motion === 'off' || document.hidden;

/**
 * @typedef {object} Snapshot
 * @property {Map<string, DOMRect>} places of cards, by their names
 * @property {DOMRect | null} stock
 * @property {DOMRect | null} pile
 * @property {HTMLElement | null} top a copy of the card on the pile
 */

/**
 * Where every card lies now, and a copy of the pile's top in case it is taken.
 * @param {ParentNode} root
 */
export function snapshot(root) {
  const fliers = all(root, '[data-fly]');
  const top = one(root, '#pile .card');
  return {
    places: new Map(fliers.map((element) => [element.dataset.fly ?? '', element.getBoundingClientRect()])),
    stock: box(root, '#stock .card, #stock .card-slot'),
    pile: box(root, '#pile .card, #pile .card-slot'),
    top: top && copyOf(top),
  };
}

/**
 * @param {ParentNode} root
 * @param {string} selector
 */
const box = (root, selector) => root.querySelector(selector)?.getBoundingClientRect() ?? null;

/**
 * Let the cards travel. `events`: what happened; `me`: own seat; `dropped`: where a dragged card was let go.
 * @param {ParentNode} root
 * @param {Snapshot} before
 * @param {{ events: Wire.Event[], me: number | null, dropped: Page.Dropped | null }} given
 */
export function play(root, before, { events, me, dropped }) {
  if (quiet()) return;
  if (dropped) before.places.set(dropped.card, dropped.rect);
  const by = new Map(events.filter((event) => event.card).map((event) => [event.card, event]));
  /** @type {{ element: HTMLElement, from: DOMRect | null }[]} */
  const fresh = [];
  for (const element of all(root, '[data-fly]')) {
    const id = element.dataset.fly ?? '';
    const from = before.places.get(id);
    if (from) travel(element, from, MOVE);
    else if (!events.length)
      continue; // nothing happened: the page has just come up
    else if (element.closest('#hand'))
      fresh.push({ element, from: by.get(id)?.e === 'took' ? before.pile : before.stock });
    else travel(element, seatBox(root, by.get(id)?.seat ?? owner(events, id)), MOVE);
  }
  const deal = fresh.length > 4;
  fresh.forEach(({ element, from }, at) =>
    travel(element, from ?? box(root, '#stock .card'), deal ? DEAL : MOVE, deal ? at * STEP : 0),
  );
  for (const event of events) if (event.seat !== me) overhead(root, before, event);
}

/**
 * @param {Wire.Event[]} events
 * @param {string} id
 */
function owner(events, id) {
  return events.find((event) => event.cards?.includes(id))?.seat ?? null;
}

/**
 * @param {ParentNode} root
 * @param {number | null | undefined} seat
 */
function seatBox(root, seat) {
  return seat === null || seat === undefined ? null : box(root, `[data-seat="${seat}"] .avatar`);
}

/**
 * Cards of the hand travel themselves; others as a copy above everything, for the board clips what leaves it.
 * @param {HTMLElement} element
 * @param {DOMRect | null | undefined} from
 * @param {number} duration
 * @param {number} [delay]
 */
function travel(element, from, duration, delay = 0) {
  if (!from?.width) return;
  const to = element.getBoundingClientRect();
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  if (!to.width || Math.hypot(x, y) < 3) return;
  const moving = element.closest('#hand') ? element : lifted(element, to);
  const flight = moving.animate(
    [
      { translate: `${x}px ${y}px`, scale: from.width / to.width, zIndex: 8 },
      { translate: '0 0', scale: 1, zIndex: 8 },
    ],
    { duration, delay, easing: EASE, fill: 'backwards' },
  );
  if (moving === element) return;
  const landed = () => {
    moving.remove();
    element.style.removeProperty('visibility');
  };
  flight.finished.then(landed, landed);
  element.style.setProperty('visibility', 'hidden');
}

/**
 * @param {HTMLElement} element
 * @returns {HTMLElement}
 */
const copyOf = (element) => /** @type {HTMLElement} */ (element.cloneNode(true));

/**
 * A copy of a card, lying over the page exactly where the card lies.
 * @param {HTMLElement} card
 * @param {DOMRect} place
 */
function lifted(card, place) {
  const copy = copyOf(card);
  copy.classList.add('flyer');
  copy.ariaHidden = 'true';
  copy.removeAttribute('data-fly');
  copy.style.removeProperty('visibility');
  for (const name of /** @type {const} */ (['left', 'top', 'width', 'height']))
    copy.style.setProperty(name, `${place[name]}px`);
  document.getElementById('table')?.append(copy);
  return copy;
}

/**
 * What another seat drew goes there as a copy: face down from the stock, face up from the pile.
 * @param {ParentNode} root
 * @param {Snapshot} before
 * @param {Wire.Event} event
 */
function overhead(root, before, event) {
  const taken = event.e === 'took';
  const model = taken ? before.top : event.e === 'drew' ? one(root, '#stock .card') : null;
  const from = taken ? before.pile : before.stock;
  const to = seatBox(root, event.seat);
  if (!model || !from || !to) return;
  const copy = lifted(model, from);
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const flight = copy.animate(
    [
      { translate: '0 0', scale: 1, opacity: 1 },
      { translate: `${x}px ${y}px`, scale: 0.5, opacity: 0.85 },
    ],
    { duration: MOVE * 1.4, easing: EASE },
  );
  flight.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}
