// Dialogs about cards: why can't I knock, which knock, the browsable discard pile.
import { h } from './dom.js';
import { card, cardTag, icon } from './pieces.js';
import { bySuit } from './cards.js';
import { divisionIn, inOrder } from './melds.js';
import { groupsOf, rulesOf } from './store.js';
import { isWild, legal, rulesIn } from './view.js';
import { item, list } from './dialog-parts.js';
import { cardLabel, meldName } from './words.js';
import { cancelWord, closeWord, knockWords, pileHead, pileOrder, whyWords } from './words-dialogs.js';

/**
 * @param {Page.State} state
 * @param {Wire.Card[]} cards
 */
function fan(state, cards) {
  return h(
    'ul',
    { class: 'fan' },
    cards.map((id) => {
      const wild = isWild(state, id);
      return h(
        'li',
        { key: id },
        card(id, { css: wild ? 'is-wild' : '', marks: wild ? ['wild'] : [], label: cardLabel(id, { wild }) }),
      );
    }),
  );
}

/** @param {Page.State} state */
export function whyBody(state) {
  const { why } = state;
  if (!why) return [whyWords.head(), h('p', { class: 'lead', 'aria-live': 'polite' }, whyWords.asking())];
  const rules = rulesOf(state);
  return [
    whyWords.head(),
    h('p', { class: 'lead' }, h('b', null, whyWords.lead(why)), ' ', h('span', { class: 'muted' }, whyWords.only())),
    h(
      'ul',
      { class: 'whylist plain' },
      why.melds.map((meld, at) =>
        h(
          'li',
          { key: at },
          fan(state, inOrder(meld, rules)),
          h('span', null, meldName(meld, rules)),
          h('span', { class: 'verdict ok' }, icon('check'), whyWords.closes()),
        ),
      ),
      why.rest.length > 0 &&
        h(
          'li',
          { key: 'rest', class: 'rest' },
          fan(state, [...why.rest].sort(bySuit)),
          h('span', null, whyWords.rest(why.rest.length)),
        ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn primary', type: 'button', 'data-do': 'arrange-why' }, whyWords.arrange()),
      h('button', { class: 'btn ghost', type: 'button', 'data-do': 'close-dialog' }, closeWord()),
    ),
  ];
}

/**
 * Every knock the hand allows, with the player's own melds where the hand is arranged in melds (M3-14).
 * @param {Page.State} state
 */
export function knockBody(state) {
  return [
    knockWords.head(),
    list(
      knockChoices(state).map(({ action, note }, at) =>
        item(
          'knock-now',
          'knock',
          action.with === 'all'
            ? knockWords.all()
            : h('span', null, knockWords.discarding(cardTag(action.discard ?? ''))),
          { arg: at, note },
        ),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn ghost', type: 'button', 'data-do': 'close-dialog' }, cancelWord()),
    ),
  ];
}

/**
 * The knocks that the hand allows, and what each costs the others; first the one with all cards.
 * @param {Page.State} state
 */
export function knockChoices(state) {
  const chosen = state.selected[0];
  /** @param {Wire.Knock} action */
  const own = (action) => {
    const melds = divisionIn(groupsOf(state), action.discard, rulesOf(state));
    const note = knockCost(state, action.with);
    return melds ? { action: { ...action, melds }, note: `${note} · ${knockWords.own()}` } : { action, note };
  };
  return legal(state, 'knock')
    .filter((action) => action.with)
    .map(own)
    .sort(
      (a, b) =>
        Number(b.action.with === 'all') - Number(a.action.with === 'all') ||
        Number(b.action.discard === chosen) - Number(a.action.discard === chosen),
    );
}

/**
 * What each opponent loses by this knock, as the server counts it now.
 * @param {Page.State} state
 * @param {string | undefined} kind
 */
function knockCost(state, kind) {
  const count = kind ? state.you?.costs?.[kind] : 0;
  return count ? knockWords.cost(rulesIn(state).score ?? 'points', count) : knockWords.wins();
}

/** @param {Page.State} state */
export function pileBody(state) {
  const cards = [...(state.game?.pile_cards ?? [])].reverse();
  return [
    pileHead(cards.length),
    h('p', { class: 'muted' }, pileOrder()),
    h(
      'ul',
      { class: 'pilegrid plain' },
      cards.map((id) => {
        const wild = isWild(state, id);
        return h(
          'li',
          { key: id },
          card(id, { css: wild ? 'is-wild' : '', marks: wild ? ['wild'] : [], label: cardLabel(id, { wild }) }),
        );
      }),
    ),
  ];
}
