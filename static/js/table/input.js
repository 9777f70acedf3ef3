// Taps and keys. Everything that can be used carries data-do (and data-arg, data-more); cards walk by arrows.
import { groupsOf } from './store.js';
import { watchDrags } from './drag.js';
import { canDiscard, canSend } from './offers.js';
import { frozen, myTurn } from './view.js';

const HASTY = 400; // ms: a second tap on the main button, which does something else since
const KEYS = { s: 'draw', t: 'take', d: 'discard', b: 'knock', l: 'lay' };

export function listen(root, app, command) {
  const { ui } = app;

  root.addEventListener('click', (event) => {
    const element = event.target.closest('[data-do]');
    const outside = event.target.matches('dialog');
    if (outside) return command.close();
    if (ui.sort && !event.target.closest('.tools')) {
      ui.sort = false;
      app.plan();
    }
    if (!element || element.getAttribute('aria-busy') === 'true') return undefined;
    if (!('main' in element.dataset))
      ui.changedAt = -Infinity; // whoever taps elsewhere has seen the change
    else if (performance.now() - ui.changedAt < HASTY) return undefined;
    if (element.getAttribute('aria-disabled') === 'true' && !SPEAKS.has(element.dataset.do)) return undefined;
    return command.run(element.dataset.do, element.dataset.arg, element.dataset.more);
  });
  root.addEventListener('change', (event) => {
    const { change } = event.target.dataset;
    if (change) command.run(change, event.target.type === 'checkbox' ? event.target.checked : event.target.value);
  });
  root.addEventListener('submit', (event) => {
    const { submit } = event.target.dataset;
    if (!submit) return;
    event.preventDefault();
    if (command.run(submit, new FormData(event.target).get('words'))) event.target.reset();
  });
  // Escape, or the back gesture of a phone. Neither event bubbles, and a browser may close without asking first.
  root.addEventListener(
    'cancel',
    (event) => {
      event.preventDefault();
      command.close();
    },
    true,
  );
  root.addEventListener('close', () => ui.dialog && command.close(), true);
  root.addEventListener('focusin', (event) => {
    if (event.target.dataset.card) ui.focus = event.target.dataset.card;
  });

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('[role="tab"]') && event.key.startsWith('Arrow')) return tabs(event);
    const card = event.target.dataset?.card;
    if (card && arrows(event, card)) return undefined;
    if (event.key === 'Escape') return escape();
    return letter(event);
  });

  function letter(event) {
    const what = KEYS[event.key.toLowerCase()];
    if (
      !what ||
      event.shiftKey ||
      event.repeat ||
      !ui.settings.keys ||
      ui.dialog ||
      event.target.closest('input, textarea, select')
    )
      return undefined;
    event.preventDefault();
    return command.run(what);
  }

  function escape() {
    if (ui.dialog || drags.active()) return;
    if (ui.sort || ui.side) {
      ui.sort = false;
      ui.side = false;
      app.plan();
    } else if (app.state.selected.length) command.run('unselect');
  }

  function arrows(event, card) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const order = groupsOf(app.state).flat();
    const to = by ? order[order.indexOf(card) + by] : { Home: order[0], End: order.at(-1) }[event.key];
    if (!by && !to) return false;
    event.preventDefault();
    if (event.shiftKey && by) command.step(card, by);
    else if (to) focusCard(to);
    return true;
  }

  function focusCard(card) {
    ui.focus = card;
    root.querySelector(`#hand [data-card="${card}"]`)?.focus();
    app.plan();
  }

  function tabs(event) {
    const all = [...root.querySelectorAll('[role="tab"]')];
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = all[(all.indexOf(event.target) + by + all.length) % all.length];
    command.run('tab', next.dataset.arg);
    next.focus();
  }

  const drags = watchDrags(root, {
    allowed: () => !ui.dialog,
    onStart(card) {
      ui.dragging = card;
      app.plan();
    },
    onOver({ place, pile }) {
      const open = pile && mayThrow(ui.dragging);
      if (same(ui.drop, place) && ui.overPile === open) return;
      ui.drop = place;
      ui.overPile = open;
      root.classList.toggle('over-pile', open);
      app.plan();
    },
    onDrop(card, target) {
      settle(card, target.rect);
      command.drop(card, target);
    },
    onCancel: settle,
  });

  function mayThrow(card) {
    const { state } = app;
    return canSend(state) && !frozen(state) && myTurn(state) && canDiscard(state, card);
  }

  function settle(card, rect) {
    ui.dragging = null;
    ui.drop = null;
    ui.overPile = false;
    ui.dropped = { card, rect };
    root.classList.remove('over-pile');
    app.plan();
  }

  return { cancelDrag: drags.cancel };
}

/** These answer although they are marked disabled: they say why. */
const SPEAKS = new Set(['discard', 'draw', 'take', 'start']);

const same = (a, b) => a === b || (a && b && a.group === b.group && a.index === b.index);
