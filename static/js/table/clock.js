// Countdowns. Deadlines come from "ms left" on performance.now(); rings are Web Animations set to the true position.
// When the link is not up nothing counts down: the figure would be a guess.
import { all } from './dom.js';
import { leftOf, online } from './view.js';

/** The animation of each ring.
 * @type {WeakMap<Element, Animation>}
 */
const rings = new WeakMap();

/**
 * @param {Page.State} state
 * @param {string} name
 */
function deadlineOf(state, name) {
  const [kind, seat] = name.split(':');
  const { times } = state;
  switch (kind) {
    case 'action':
      return times.deadline;
    case 'absent':
      return times.absent[Number(seat)] ?? null;
    case 'resumable':
      return times.resumable;
    case 'closes':
      return times.closes;
    case 'retry':
      return state.link.retryAt;
    default:
      return null;
  }
}

/**
 * After every render: each ring on the page runs from where it should be.
 * @param {ParentNode} root
 * @param {Page.State} state
 * @param {number} now
 */
export function syncRings(root, state, now) {
  for (const element of root.querySelectorAll('[data-ring]')) {
    const { total, left, deadline } = state.times;
    const stands = deadline === null || !online(state);
    const remaining = stands ? left : leftOf(deadline, now);
    element.closest('svg')?.classList.toggle('is-off', total === null || remaining === null || !online(state));
    if (total === null || remaining === null) continue;
    const animation = rings.get(element) ?? start(element);
    const wanted = 1000 * (1 - Math.min(1, remaining / total));
    animation.playbackRate = stands ? 0 : 1000 / total;
    if (stands || Math.abs(Number(animation.currentTime ?? 0) - wanted) > 250000 / total)
      animation.currentTime = wanted; // 250 ms off
  }
}

/** @param {Element} element */
function start(element) {
  const animation = element.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: 100 }], {
    duration: 1000,
    fill: 'both',
  });
  rings.set(element, animation);
  return animation;
}

/**
 * @param {number} ms
 * @param {string | undefined} form
 */
export function figure(ms, form) {
  const whole = Math.ceil(ms / 1000);
  return form === 'm' ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}` : String(whole);
}

/**
 * Write the figures.
 * @param {ParentNode} root
 * @param {Page.State} state
 * @param {number} now
 */
export function tick(root, state, now) {
  for (const element of all(root, '[data-until]')) {
    const { until = '', form } = element.dataset;
    const left = leftOf(deadlineOf(state, until), now);
    const shown = left === null || (!online(state) && until !== 'retry') ? '' : figure(left, form);
    if (element.textContent !== shown) element.textContent = shown;
    element.hidden = shown === '';
  }
}

/**
 * Which warning (in whole seconds) the own clock passes between two ticks, or null.
 * @param {number | null} deadline
 * @param {number} before
 * @param {number} now
 */
export function warning(deadline, before, now) {
  if (deadline === null) return null;
  return [10, 5].find((mark) => before < deadline - mark * 1000 && now >= deadline - mark * 1000) ?? null;
}
