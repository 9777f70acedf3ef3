// State -> page, once an animation frame. Everything is described anew and only differences are touched; focus stays
// where it was, or goes to what took its place.
import { h, one, patch } from './dom.js';
import { icon } from './pieces.js';
import { play, snapshot } from './animate.js';
import { syncRings, tick } from './clock.js';
import { dealt, ended, hiddenGame, mySeat, screen, several, shown } from './view.js';
import { seatList } from './render-seats.js';
import { centre, veilBox } from './render-centre.js';
import { rail } from './render-hand.js';
import { endBar, result } from './render-result.js';
import { bar, side } from './render-side.js';
import { dialog } from './dialogs.js';
import { gettext, interpolate, parts } from './gettext.js';

/**
 * Draws the page when it is planned, and its clocks when they tick.
 * @param {HTMLElement} root
 * @param {Page.App} app
 */
export function renderer(root, app) {
  const areas = areasOf(root);
  const drawDialog = dialogDrawer(root, areas.dialog);
  let planned = false;
  /** @type {Wire.Event[]} */
  let events = [];
  /** @type {string | null} */
  let offered = null; // what the main button does

  function draw() {
    planned = false;
    const { state, ui } = app;
    const focus = focused(root);
    const before = snapshot(root);
    drawAreas(root, areas, state, ui);
    noteChange(ui);
    drawDialog(state, ui);
    const now = performance.now();
    syncRings(root, state, now);
    tick(root, state, now);
    refocus(root, focus);
    root.querySelector('.meld.is-target')?.scrollIntoView({ block: 'nearest' });
    const thrown = ui.leaving !== null && state.you?.hand?.includes(ui.leaving); // on its way to the pile: stays where it was let go
    play(root, before, { events, me: mySeat(state), dropped: thrown ? null : ui.dropped });
    events = [];
    if (!thrown) ui.dropped = null;
  }

  /**
   * When the main button began to do something else: an impatient second tap is not meant for that.
   * @param {Page.Ui} ui
   */
  function noteChange(ui) {
    const now = one(root, '.mine [data-main]')?.dataset.do ?? null;
    if (now !== null && offered !== null && now !== offered) ui.changedAt = performance.now();
    offered = now;
  }

  return {
    /** @param {Wire.Event[]} [happened] */
    plan(happened = []) {
      if (!document.hidden) events.push(...happened); // nothing is drawn meanwhile: later, all would fly at once
      if (planned) return;
      planned = true;
      requestAnimationFrame(draw);
    },
    tick: () => tick(root, app.state, performance.now()),
  };
}

/**
 * The areas of the page, emptied of what the server wrote for a page without script.
 * @param {HTMLElement} root
 */
function areasOf(root) {
  /** @param {string} name */
  const area = (name) => {
    const element = one(root, `[data-part="${name}"]`);
    if (!element) throw new Error(`the page has no part "${name}"`);
    element.replaceChildren();
    return element;
  };
  return {
    bar: area('bar'),
    main: area('main'),
    side: area('side'),
    dialog: /** @type {HTMLDialogElement} */ (area('dialog')),
    toasts: area('toasts'),
  };
}

/**
 * @param {HTMLElement} root
 * @param {ReturnType<typeof areasOf>} areas
 * @param {Page.State} state
 * @param {Page.Ui} ui
 */
function drawAreas(root, areas, state, ui) {
  root.classList.toggle('game-lays', several(state));
  root.classList.toggle('dragging', ui.dragging !== null);
  patch(areas.bar, bar(state, ui));
  patch(areas.side, side(state, ui));
  areas.side.classList.toggle('open', ui.side);
  areas.main.classList.toggle('ended', showsResult(state, ui));
  patch(areas.main, main(state, ui));
  patch(
    areas.toasts,
    ui.toasts.map((toast) =>
      h('p', { key: toast.id, class: `toast ${toast.kind}` }, toast.kind === 'bad' && icon('warn'), toast.text),
    ),
  );
}

/**
 * Opens, fills and closes the one dialog of the page.
 * @param {HTMLElement} root
 * @param {HTMLDialogElement} box
 */
function dialogDrawer(root, box) {
  const voices = root.querySelectorAll('#live-polite, #live-now');
  /** @type {Page.DialogName | null} */
  let body = null; // what it shows

  /**
   * @param {Page.State} state
   * @param {Page.Ui} ui
   */
  return (state, ui) => {
    if (!ui.dialog || !shown(state)) {
      if (!box.open) return;
      box.close();
      root.append(...voices);
      return;
    }
    const other = box.open && body !== ui.dialog.name;
    body = ui.dialog.name;
    patch(box, dialog(state, ui, ui.dialog));
    if (!box.open) {
      box.append(...voices); // what lies beside an open dialog is not read out
      box.showModal();
    } else if (other) one(box, '#dlg-h')?.focus();
  };
}

// --- focus ----------------------------------------------------------------------------------------------------------

/**
 * What has the focus, in a form that survives a change of the page.
 * @param {HTMLElement} root
 */
function focused(root) {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body || !root.contains(element)) return null;
  const { card, do: what, arg } = element.dataset;
  return { element, card, what, arg, rail: Boolean(element.closest('.mine')) };
}

/**
 * Put the focus where it was, or on what has taken the place of that.
 * @param {HTMLElement} root
 * @param {ReturnType<typeof focused>} was
 */
function refocus(root, was) {
  if (!was || (was.element.isConnected && document.activeElement === was.element)) return;
  const next = sameAs(root, was) ?? (was.rail ? one(root, NEXT_IN_RAIL) : null);
  next?.focus({ preventScroll: true });
}

const NEXT_IN_RAIL = '.mine [data-main]:not([aria-disabled="true"]), #hand [tabindex="0"], .endbar [data-main]';

/**
 * @param {HTMLElement} root
 * @param {NonNullable<ReturnType<typeof focused>>} was
 */
function sameAs(root, { card, what, arg }) {
  if (card) return one(root, `#hand [data-card="${card}"]`);
  return what ? one(root, `[data-do="${what}"]${arg === undefined ? '' : `[data-arg="${arg}"]`}`) : null;
}

// --- main area ------------------------------------------------------------------------------------------------------

/**
 * The result waits a moment, so that the last card is still seen to fall.
 * @param {Page.State} state
 * @param {Page.Ui} ui
 */
export const showsResult = (state, ui) => screen(state) === 'result' && performance.now() >= ui.resultAt;

/**
 * @param {Page.State} state
 * @param {Page.Ui} ui
 * @returns {Page.Kid}
 */
function main(state, ui) {
  if (!shown(state))
    return h(
      'section',
      { key: 'board', class: 'board loading' },
      veilBox(state) ?? h('p', { key: 'wait', class: 'saying', role: 'status' }, gettext('Coming to the table…')),
    );
  if (ended(state) && showsResult(state, ui))
    return [h('div', { key: 'over', class: 'over' }, result(state), veilBox(state)), endBar(state)];
  return [
    h(
      'section',
      {
        key: 'board',
        class: 'board',
        'data-seats': state.seats.length,
        'aria-label': gettext('Stock and discard pile'),
      },
      seatList(state),
      dealt(state) && screen(state) !== 'waiting' ? centre(state) : waitBox(state),
      veilBox(state),
    ),
    rail(state, ui),
  ];
}

/** @param {Page.State} state */
function waitBox(state) {
  const taken = state.seats.filter((seat) => seat.kind !== 'free').length;
  return h(
    'div',
    { key: 'centre', class: 'centre' },
    h(
      'div',
      { class: 'waitbox' },
      h(
        'p',
        { class: 'saying' },
        h('b', null, interpolate(gettext('%(taken)s of %(seats)s seats taken'), { taken, seats: state.seats.length })),
      ),
      !hiddenGame(state) && h('p', { key: 'two', class: 'saying sub' }, gettext('Two or more can start')),
      state.you?.code &&
        h(
          'p',
          { key: 'code', class: 'saying sub' },
          parts(gettext('Code: %(code)s'), { code: h('b', { class: 'code' }, state.you.code) }),
        ),
    ),
  );
}
