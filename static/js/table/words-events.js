// What happened, as sentences with card and name tokens, and the end of a round.
import { gettext, ngettext, parts } from './gettext.js';

const who = (seat) => ({ who: seat });
const face = (card) => ({ card });

/** `you`: the reader did it. `named`: the view still carries the card, so the sentence may. */
export function eventText(event, { you, named, drawn }) {
  const { e, seat, card } = event;
  const known = named && card;
  const name = who(seat);
  switch (e) {
    case 'dealt':
      return [gettext('The cards are dealt.')];
    case 'upcard':
      return parts(gettext('The first discard is %(card)s'), { card: face(card) });
    case 'drew':
      if (you)
        return drawn
          ? parts(gettext('You drew %(card)s from the stock'), { card: face(drawn) })
          : [gettext('You drew from the stock')];
      return parts(gettext('%(name)s drew from the stock'), { name });
    case 'took':
      if (you)
        return known
          ? parts(gettext('You took %(card)s from the discard pile'), { card: face(card) })
          : [gettext('You took the discard')];
      return known
        ? parts(gettext('%(name)s took %(card)s from the discard pile'), { name, card: face(card) })
        : parts(gettext('%(name)s took the discard'), { name });
    case 'discarded':
      if (you)
        return known ? parts(gettext('You discarded %(card)s'), { card: face(card) }) : [gettext('You discarded')];
      return known
        ? parts(gettext('%(name)s discarded %(card)s'), { name, card: face(card) })
        : parts(gettext('%(name)s discarded'), { name });
    case 'reshuffled':
      return [gettext('The discard pile was shuffled into a new stock')];
    case 'window':
      return [gettext('Cut-in window')];
    case 'window_closed':
      return [gettext('Nobody cut in')];
    case 'cut':
      if (you)
        return known ? parts(gettext('You cut in with %(card)s'), { card: face(card) }) : [gettext('You cut in')];
      return known
        ? parts(gettext('%(name)s cut in with %(card)s'), { name, card: face(card) })
        : parts(gettext('%(name)s cut in'), { name });
    case 'knocked':
      return you ? [gettext('You knocked')] : parts(gettext('%(name)s knocked'), { name });
    case 'laid': {
      const cards = (event.cards ?? []).flatMap((one, at) => (at ? [' ', face(one)] : [face(one)]));
      return you
        ? parts(gettext('You laid down %(cards)s'), { cards })
        : parts(gettext('%(name)s laid down %(cards)s'), { name, cards });
    }
    case 'laid_off': {
      const cards = (event.cards ?? []).flatMap((one, at) => (at ? [' ', face(one)] : [face(one)]));
      return you
        ? parts(gettext('You laid off %(cards)s'), { cards })
        : parts(gettext('%(name)s laid off %(cards)s'), { name, cards });
    }
    case 'left':
      return you ? [gettext('You left the round')] : parts(gettext('%(name)s left the round'), { name });
    case 'resigned':
      return you ? [gettext('You resigned')] : parts(gettext('%(name)s resigned'), { name });
    case 'round_over':
      return [gettext('The round is over')];
    case 'match_over':
      return [gettext('The match is over')];
    default:
      return [];
  }
}

/** What the clock did in somebody's place. `what`: text or tokens. */
export const timed = (what) => parts(gettext('%(what)s (time ran out)'), { what });

/** The head of the result: who won, and how. */
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

export function matchHead(match, you) {
  if (match.winner === null || match.winner === undefined) return [gettext('The match ended without a winner')];
  return you ? [gettext('You won the match!')] : parts(gettext('%(name)s won the match'), { name: who(match.winner) });
}

/** What the round cost, in a line; "" where the table of scores says it better. */
export function lossLine(kind, changes) {
  const losses = Object.values(changes ?? {}).filter((change) => change < 0);
  if (!losses.length || new Set(losses).size > 1) return '';
  const count = -losses[0];
  const text =
    kind === 'lives'
      ? ngettext('Each opponent loses %(count)s life', 'Each opponent loses %(count)s lives', count)
      : ngettext('Each opponent loses %(count)s point', 'Each opponent loses %(count)s points', count);
  return parts(text, { count }).join('');
}
