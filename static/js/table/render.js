// State -> page, once an animation frame. Everything is described anew and only differences are touched; focus stays
// where it was, or goes to what took its place.
import { h, patch } from './dom.js';
import { icon } from './pieces.js';
import { play, snapshot } from './animate.js';
import { syncRings, tick } from './clock.js';
import { hiddenGame, mySeat, screen, several } from './view.js';
import { seatList } from './render-seats.js';
import { centre, veilBox } from './render-centre.js';
import { rail } from './render-hand.js';
import { endBar, result } from './render-result.js';
import { bar, side } from './render-side.js';
import { dialog } from './dialogs.js';
import { gettext, interpolate, parts } from './gettext.js';

export function renderer(root, app) {
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const parts = {
    bar: part('bar'),
    main: part('main'),
    side: part('side'),
    dialog: part('dialog'),
    toasts: part('toasts'),
  };
  for (const element of Object.values(parts)) element.replaceChildren(); // what the server wrote for a page without script
  const voices = root.querySelectorAll('#live-polite, #live-now');
  let body = null; // name of what the dialog shows
  let planned = false;
  let events = [];
  let offered = null; // what the main button does

  function draw() {
    planned = false;
    const { state, ui } = app;
    const focus = focused();
    const before = snapshot(root);
    root.classList.toggle('game-lays', several(state));
    root.classList.toggle('dragging', ui.dragging !== null);
    patch(parts.bar, bar(state, ui));
    patch(parts.side, side(state, ui));
    parts.side.classList.toggle('open', ui.side);
    parts.main.classList.toggle('ended', showsResult(state, ui));
    patch(parts.main, main(state, ui));
    noteChange(ui);
    patch(
      parts.toasts,
      ui.toasts.map((toast) =>
        h('p', { key: toast.id, class: `toast ${toast.kind}` }, toast.kind === 'bad' && icon('warn'), toast.text),
      ),
    );
    drawDialog(state, ui);
    const now = performance.now();
    syncRings(root, state, now);
    tick(root, state, now);
    refocus(focus);
    root.querySelector('.meld.is-target')?.scrollIntoView({ block: 'nearest' });
    const thrown = ui.leaving !== null && state.you?.hand?.includes(ui.leaving); // on its way to the pile: stays where it was let go
    play(root, before, { events, me: mySeat(state), dropped: thrown ? null : ui.dropped });
    events = [];
    if (!thrown) ui.dropped = null;
  }

  /** When the main button began to do something else: an impatient second tap is not meant for that. */
  function noteChange(ui) {
    const now = root.querySelector('.mine [data-main]')?.dataset.do ?? null;
    if (now !== null && offered !== null && now !== offered) ui.changedAt = performance.now();
    offered = now;
  }

  function drawDialog(state, ui) {
    const box = parts.dialog;
    if (!ui.dialog || !state.room) {
      if (!box.open) return;
      box.close();
      root.append(...voices);
      return;
    }
    const other = box.open && body !== ui.dialog.name;
    body = ui.dialog.name;
    patch(box, dialog(state, ui));
    if (!box.open) {
      box.append(...voices); // what lies beside an open dialog is not read out
      box.showModal();
    } else if (other) box.querySelector('#dlg-h').focus();
  }

  /** What has the focus, in a form that survives a change of the page. */
  function focused() {
    const element = document.activeElement;
    if (!element || element === document.body || !root.contains(element)) return null;
    const { card, do: what, arg } = element.dataset;
    return { element, card, what, arg, rail: Boolean(element.closest('.mine')) };
  }

  function refocus(was) {
    if (!was || (was.element.isConnected && document.activeElement === was.element)) return;
    const same = was.card
      ? root.querySelector(`#hand [data-card="${was.card}"]`)
      : was.what &&
        root.querySelector(`[data-do="${was.what}"]${was.arg === undefined ? '' : `[data-arg="${was.arg}"]`}`);
    const next =
      same ??
      (was.rail
        ? root.querySelector('.mine [data-main]:not([aria-disabled="true"]), #hand [tabindex="0"], .endbar [data-main]')
        : null);
    next?.focus({ preventScroll: true });
  }

  return {
    plan(happened = []) {
      if (!document.hidden) events.push(...happened); // nothing is drawn meanwhile: later, all would fly at once
      if (planned) return;
      planned = true;
      requestAnimationFrame(draw);
    },
    tick: () => tick(root, app.state, performance.now()),
  };
}

/** The result waits a moment, so that the last card is still seen to fall. */
export const showsResult = (state, ui) => screen(state) === 'result' && performance.now() >= ui.resultAt;

function main(state, ui) {
  const kind = screen(state);
  if (kind === 'loading')
    return h(
      'section',
      { key: 'board', class: 'board loading' },
      veilBox(state) ?? h('p', { key: 'wait', class: 'saying', role: 'status' }, gettext('Coming to the table…')),
    );
  if (showsResult(state, ui))
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
      kind === 'waiting' ? waitBox(state) : centre(state),
      veilBox(state),
    ),
    rail(state, ui),
  ];
}

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
