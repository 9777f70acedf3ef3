// Taps and keys. Everything that can be used carries data-do (and data-arg, data-more); cards walk by arrows.
import { all, one } from './dom.js';
import { groupsOf } from './store.js';
import { watchDrags } from './drag.js';
import { canDiscard, canSend } from './offers.js';
import { frozen, myTurn } from './view.js';

const HASTY = 400; // ms: a second tap on the main button, which does something else since
/** @type {Partial<Record<string, string>>} */
const KEYS = { s: 'draw', t: 'take', d: 'discard', b: 'knock', l: 'lay' };
/** @type {Partial<Record<string, number>>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
/** These answer although they are marked disabled: they say why. */
const SPEAKS = new Set(['discard', 'draw', 'take', 'start', 'why']);

/**
 * Listen to taps, forms, keys and drags from now on.
 * @param {HTMLElement} root
 * @param {Page.App} app
 * @param {Page.Commands} command
 * @returns {{ cancelDrag: () => void }}
 */
export function listen(root, app, command) {
  listenToTaps(root, app, command);
  listenToForms(root, command);
  listenToDialog(root, app, command);
  const drags = listenToDrags(root, app, command);
  listenToKeys(root, app, command, drags);
  return { cancelDrag: drags.cancel };
}

/**
 * What an event happened to.
 * @param {Event} event
 */
const elementOf = (event) => (event.target instanceof Element ? event.target : null);

// --- taps and forms -------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {Page.App} app
 * @param {Page.Commands} command
 */
function listenToTaps(root, app, command) {
  root.addEventListener('click', (event) => {
    const target = elementOf(event);
    if (target?.matches('dialog')) {
      command.close(); // beside the dialog
      return;
    }
    if (app.ui.sort && !target?.closest('.tools')) {
      app.ui.sort = false;
      app.plan();
    }
    const element = target?.closest('[data-do]');
    if (element instanceof HTMLElement && isOpen(element, app.ui))
      command.run(element.dataset.do ?? '', element.dataset.arg, element.dataset.more);
  });
}

/**
 * Does a tap on this count now?
 * @param {HTMLElement} element
 * @param {Page.Ui} ui
 */
function isOpen(element, ui) {
  if (element.getAttribute('aria-busy') === 'true') return false;
  if (!('main' in element.dataset))
    ui.changedAt = -Infinity; // whoever taps elsewhere has seen the change
  else if (performance.now() - ui.changedAt < HASTY) return false;
  return element.getAttribute('aria-disabled') !== 'true' || SPEAKS.has(element.dataset.do ?? '');
}

/**
 * @param {HTMLElement} root
 * @param {Page.Commands} command
 */
function listenToForms(root, command) {
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.dataset.change) return;
    if (target.type === 'checkbox') command.flip(target.dataset.change, target.checked);
    else command.run(target.dataset.change, target.value);
  });
  root.addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || !target.dataset.submit) return;
    event.preventDefault();
    if (command.run(target.dataset.submit, String(new FormData(target).get('words')))) target.reset();
  });
}

/**
 * Escape, or the back gesture of a phone. Neither event bubbles, and a browser may close without asking first.
 * @param {HTMLElement} root
 * @param {Page.App} app
 * @param {Page.Commands} command
 */
function listenToDialog(root, app, command) {
  root.addEventListener(
    'cancel',
    (event) => {
      event.preventDefault();
      command.close();
    },
    true,
  );
  root.addEventListener('close', () => app.ui.dialog && command.close(), true);
}

// --- keys -----------------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {Page.App} app
 * @param {Page.Commands} command
 * @param {{ active: () => boolean }} drags
 */
function listenToKeys(root, app, command, drags) {
  const { ui } = app;

  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.dataset.card) ui.focus = target.dataset.card;
  });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const element = elementOf(event);
    const card = element instanceof HTMLElement && element.dataset.card;
    if (element?.closest('[role="tab"]') && event.key.startsWith('Arrow')) walkTabs(root, event, command);
    else if (card && walksHand(event, card)) return;
    else if (event.key === 'Escape') escape();
    else letter(event);
  });

  /** @param {KeyboardEvent} event */
  function letter(event) {
    const what = KEYS[event.key.toLowerCase()];
    if (!what || event.shiftKey || event.repeat || !ui.settings.keys || ui.dialog) return;
    if (elementOf(event)?.closest('input, textarea, select')) return;
    event.preventDefault();
    command.run(what);
  }

  function escape() {
    if (ui.dialog || drags.active()) return;
    if (ui.sort || ui.side) {
      ui.sort = false;
      ui.side = false;
      app.plan();
    } else if (app.state.selected.length) command.run('unselect');
  }

  /**
   * Arrows walk through the hand; with Shift they move the card.
   * @param {KeyboardEvent} event
   * @param {Wire.Card} card
   */
  function walksHand(event, card) {
    const by = STEPS[event.key];
    const order = groupsOf(app.state).flat();
    const to = by ? order[order.indexOf(card) + by] : { Home: order[0], End: order.at(-1) }[event.key];
    if (!by && !to) return false;
    event.preventDefault();
    if (event.shiftKey && by) command.step(card, by);
    else if (to) focusCard(to);
    return true;
  }

  /** @param {Wire.Card} card */
  function focusCard(card) {
    ui.focus = card;
    one(root, `#hand [data-card="${card}"]`)?.focus();
    app.plan();
  }
}

/**
 * @param {HTMLElement} root
 * @param {KeyboardEvent} event
 * @param {Page.Commands} command
 */
function walkTabs(root, event, command) {
  const by = STEPS[event.key];
  if (!by) return;
  event.preventDefault();
  const tabs = all(root, '[role="tab"]');
  const next = tabs[(tabs.findIndex((tab) => tab === event.target) + by + tabs.length) % tabs.length];
  command.run('tab', next?.dataset.arg);
  next?.focus();
}

// --- drags ----------------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} root
 * @param {Page.App} app
 * @param {Page.Commands} command
 */
function listenToDrags(root, app, command) {
  const { ui } = app;
  return watchDrags(root, {
    allowed: () => !ui.dialog,
    onStart(card) {
      ui.dragging = card;
      app.plan();
    },
    onOver({ place, pile }) {
      const open = pile && ui.dragging !== null && mayThrow(app.state, ui.dragging);
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

  /**
   * @param {Wire.Card} card
   * @param {DOMRect} rect
   */
  function settle(card, rect) {
    ui.dragging = null;
    ui.drop = null;
    ui.overPile = false;
    ui.dropped = { card, rect };
    root.classList.remove('over-pile');
    app.plan();
  }
}

/**
 * @param {Page.State} state
 * @param {Wire.Card} card
 */
const mayThrow = (state, card) => canSend(state) && !frozen(state) && myTurn(state) && canDiscard(state, card);

/**
 * @param {Page.Place | null} a
 * @param {Page.Place | null} b
 */
const same = (a, b) => a === b || Boolean(a && b && a.group === b.group && a.index === b.index);
