// What happened, as sentences with card and name tokens, and the end of a round.
import { gettext, ngettext, parts } from './gettext.js';

/** @param {number | null | undefined} seat */
const who = (seat) => ({ who: seat });
/** @param {Wire.Card} card */
const face = (card) => ({ card });

/**
 * What a sentence about an event is made of. `card` is missing where the sentence must not name it.
 * @typedef {object} Told
 * @property {Page.WhoToken} name who else did it
 * @property {Page.CardToken | undefined} card
 * @property {Page.CardToken | undefined} drawn the reader's own new card
 * @property {Page.Token[]} cards
 */

/**
 * Events of which everybody is told the same.
 * @type {Partial<Record<string, (told: Told) => Page.Token[]>>}
 */
const PLAIN = {
  dealt: () => [gettext('The cards are dealt.')],
  upcard: ({ card }) => parts(gettext('The first discard is %(card)s'), { card: card ?? '' }),
  reshuffled: () => [gettext('The discard pile was shuffled into a new stock')],
  window: () => [gettext('Cut-in window')],
  window_closed: () => [gettext('Nobody cut in')],
  round_over: () => [gettext('The round is over')],
  match_over: () => [gettext('The match is over')],
};

/**
 * What the reader did.
 * @type {Partial<Record<string, (told: Told) => Page.Token[]>>}
 */
const OWN = {
  drew: ({ drawn }) =>
    drawn ? parts(gettext('You drew %(card)s from the stock'), { card: drawn }) : [gettext('You drew from the stock')],
  took: ({ card }) =>
    card ? parts(gettext('You took %(card)s from the discard pile'), { card }) : [gettext('You took the discard')],
  discarded: ({ card }) => (card ? parts(gettext('You discarded %(card)s'), { card }) : [gettext('You discarded')]),
  cut: ({ card }) => (card ? parts(gettext('You cut in with %(card)s'), { card }) : [gettext('You cut in')]),
  knocked: () => [gettext('You knocked')],
  laid: ({ cards }) => parts(gettext('You laid down %(cards)s'), { cards }),
  laid_off: ({ cards }) => parts(gettext('You laid off %(cards)s'), { cards }),
  left: () => [gettext('You left the round')],
  resigned: () => [gettext('You resigned')],
};

/**
 * What somebody else did.
 * @type {Partial<Record<string, (told: Told) => Page.Token[]>>}
 */
const OTHERS = {
  drew: ({ name }) => parts(gettext('%(name)s drew from the stock'), { name }),
  took: ({ name, card }) =>
    card
      ? parts(gettext('%(name)s took %(card)s from the discard pile'), { name, card })
      : parts(gettext('%(name)s took the discard'), { name }),
  discarded: ({ name, card }) =>
    card
      ? parts(gettext('%(name)s discarded %(card)s'), { name, card })
      : parts(gettext('%(name)s discarded'), { name }),
  cut: ({ name, card }) =>
    card
      ? parts(gettext('%(name)s cut in with %(card)s'), { name, card })
      : parts(gettext('%(name)s cut in'), { name }),
  knocked: ({ name }) => parts(gettext('%(name)s knocked'), { name }),
  laid: ({ name, cards }) => parts(gettext('%(name)s laid down %(cards)s'), named(name, cards)),
  laid_off: ({ name, cards }) => parts(gettext('%(name)s laid off %(cards)s'), named(name, cards)),
  left: ({ name }) => parts(gettext('%(name)s left the round'), { name }),
  resigned: ({ name }) => parts(gettext('%(name)s resigned'), { name }),
};

/**
 * @param {Page.Token} name
 * @param {Page.Token[]} cards
 * @returns {Record<string, Page.Token | Page.Token[]>}
 */
const named = (name, cards) => ({ name, cards });

/**
 * `you`: the reader did it. `named`: the view still carries the card, so the sentence may.
 * @param {Wire.Event} event
 * @param {{ you: boolean, named: boolean, drawn?: Wire.Card | null }} reader
 * @returns {Page.Token[]}
 */
export function eventText(event, { you, named: mayName, drawn }) {
  const { e, card } = event;
  const tell = PLAIN[e] ?? (you ? OWN[e] : OTHERS[e]);
  return (
    tell?.({
      name: who(event.seat),
      card: card && (mayName || e === 'upcard') ? face(card) : undefined,
      drawn: drawn ? face(drawn) : undefined,
      cards: (event.cards ?? []).flatMap((one, at) => (at ? [' ', face(one)] : [face(one)])),
    }) ?? []
  );
}

/**
 * What the clock did in somebody's place. `what`: text or tokens.
 * @param {Page.Sentence} what
 * @returns {Page.Token[]}
 */
export const timed = (what) => parts(gettext('%(what)s (time ran out)'), { what });

/**
 * The head of the result: who won, and how.
 * @param {Wire.Result} result
 * @param {boolean} you
 * @returns {Page.Token[]}
 */
export function resultHead(result, you) {
  const name = who(result.winner);
  switch (result.kind) {
    case 'cut':
      return you ? [gettext('You cut in and won!')] : parts(gettext('%(name)s cut in and won'), { name });
    case 'ten':
      return you ? [gettext('You knocked with ten!')] : parts(gettext('%(name)s knocked with ten'), { name });
    case 'all':
      return you
        ? [gettext('You knocked with all cards!')]
        : parts(gettext('%(name)s knocked with all cards'), { name });
    case 'gin':
      return you ? [gettext('You have gin!')] : parts(gettext('%(name)s has gin'), { name });
    case 'undercut':
      return you ? [gettext('You undercut the knock!')] : parts(gettext('%(name)s undercut the knock'), { name });
    case 'out':
      return you ? [gettext('You went out!')] : parts(gettext('%(name)s went out'), { name });
    case 'blocked':
      return you
        ? [gettext('The stock ran out: your hand is the lowest')]
        : parts(gettext('The stock ran out: %(name)s has the lowest hand'), { name });
    case 'last':
      return you ? [gettext('You are the last one left')] : parts(gettext('%(name)s is the last one left'), { name });
    case 'tied':
      return [gettext('A tied round: nobody loses anything')];
    case 'void':
      return [gettext('The round ended without a winner')];
    default:
      if (result.winner === null || result.winner === undefined) return [gettext('The round ended without a winner')];
      return you ? [gettext('You knocked!')] : parts(gettext('%(name)s knocked'), { name });
  }
}

/**
 * @param {Wire.Match} match
 * @param {boolean} you
 * @returns {Page.Token[]}
 */
export function matchHead(match, you) {
  if (match.winner === null || match.winner === undefined) return [gettext('The match ended without a winner')];
  return you ? [gettext('You won the match!')] : parts(gettext('%(name)s won the match'), { name: who(match.winner) });
}

/**
 * What the round cost, in a line; "" where the table of scores says it better.
 * @param {Wire.ScoreKind | null} kind
 * @param {Wire.BySeat<number> | undefined} changes
 */
export function lossLine(kind, changes) {
  const losses = Object.values(changes ?? {}).filter((change) => change !== undefined && change < 0);
  const [loss] = losses;
  if (!loss || new Set(losses).size > 1) return '';
  const count = -loss;
  const text =
    kind === 'lives'
      ? ngettext('Each opponent loses %(count)s life', 'Each opponent loses %(count)s lives', count)
      : ngettext('Each opponent loses %(count)s point', 'Each opponent loses %(count)s points', count);
  return parts(text, { count }).join('');
}
