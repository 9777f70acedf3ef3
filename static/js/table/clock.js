// Countdowns. Deadlines come from "ms left" on performance.now(); rings are Web Animations set to the true position.
// When the link is not up nothing counts down: the figure would be a guess.
import { leftOf, online } from './view.js';

const rings = new WeakMap(); // element -> its animation

function deadlineOf(state, name) {
  const [kind, seat] = name.split(':');
  const { times } = state;
  return (
    {
      action: times.deadline,
      absent: times.absent[seat],
      resumable: times.resumable,
      closes: times.closes,
      retry: state.link.retryAt,
    }[kind] ?? null
  );
}

/** After every render: each ring on the page runs from where it should be. */
export function syncRings(root, state, now) {
  for (const element of root.querySelectorAll('[data-ring]')) {
    const { total, left, deadline } = state.times;
    const stands = deadline === null || !online(state);
    const remaining = stands ? left : leftOf(deadline, now);
    element.closest('svg').classList.toggle('is-off', total === null || remaining === null || !online(state));
    if (total === null || remaining === null) continue;
    const animation = rings.get(element) ?? start(element);
    const wanted = 1000 * (1 - Math.min(1, remaining / total));
    animation.playbackRate = stands ? 0 : 1000 / total;
    if (stands || Math.abs((animation.currentTime ?? 0) - wanted) > 250000 / total) animation.currentTime = wanted; // 250 ms off
  }
}

function start(element) {
  const animation = element.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: 100 }], {
    duration: 1000,
    fill: 'both',
  });
  rings.set(element, animation);
  return animation;
}

export function figure(ms, form) {
  const whole = Math.ceil(ms / 1000);
  return form === 'm' ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}` : String(whole);
}

/** Write the figures. */
export function tick(root, state, now) {
  for (const element of root.querySelectorAll('[data-until]')) {
    const left = leftOf(deadlineOf(state, element.dataset.until), now);
    const shown =
      left === null || (!online(state) && element.dataset.until !== 'retry') ? '' : figure(left, element.dataset.form);
    if (element.textContent !== shown) element.textContent = shown;
    element.hidden = shown === '';
  }
}

/** Which warning (in whole seconds) the own clock passes between two ticks, or null. */
export function warning(deadline, before, now) {
  if (deadline === null) return null;
  return [10, 5].find((mark) => before < deadline - mark * 1000 && now >= deadline - mark * 1000) ?? null;
}
