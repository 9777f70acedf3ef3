// Names: cards, groups, games, levels, scores, time. Spoken card names never read the corner letters out.
import { gettext, interpolate, ngettext, parts, pgettext } from './gettext.js';
import { faceOf, rankOf, suitOf } from './cards.js';
import { kindOf } from './melds.js';

const RANK = {
  A: () => pgettext('card value', 'Ace'),
  2: () => pgettext('card value', 'Two'),
  3: () => pgettext('card value', 'Three'),
  4: () => pgettext('card value', 'Four'),
  5: () => pgettext('card value', 'Five'),
  6: () => pgettext('card value', 'Six'),
  7: () => pgettext('card value', 'Seven'),
  8: () => pgettext('card value', 'Eight'),
  9: () => pgettext('card value', 'Nine'),
  T: () => pgettext('card value', 'Ten'),
  J: () => pgettext('card value', 'Jack'),
  Q: () => pgettext('card value', 'Queen'),
  K: () => pgettext('card value', 'King'),
};
const RANKS = {
  A: () => pgettext('card values', 'aces'),
  2: () => pgettext('card values', 'twos'),
  3: () => pgettext('card values', 'threes'),
  4: () => pgettext('card values', 'fours'),
  5: () => pgettext('card values', 'fives'),
  6: () => pgettext('card values', 'sixes'),
  7: () => pgettext('card values', 'sevens'),
  8: () => pgettext('card values', 'eights'),
  9: () => pgettext('card values', 'nines'),
  T: () => pgettext('card values', 'tens'),
  J: () => pgettext('card values', 'jacks'),
  Q: () => pgettext('card values', 'queens'),
  K: () => pgettext('card values', 'kings'),
};
const SUIT = {
  C: () => pgettext('card suit', 'clubs'),
  D: () => pgettext('card suit', 'diamonds'),
  H: () => pgettext('card suit', 'hearts'),
  S: () => pgettext('card suit', 'spades'),
};

export function cardName(card) {
  return interpolate(gettext('%(rank)s of %(suit)s'), { rank: RANK[rankOf(card)](), suit: SUIT[suitOf(card)]() });
}

/** A card with what is true of it, in a fixed order. */
export function cardLabel(card, { second, wild, fresh, known, barred } = {}) {
  return [
    cardName(card),
    second && gettext('second copy'),
    wild && gettext('wild card'),
    fresh && gettext('just drawn'),
    known && gettext('known to everyone'),
    barred && gettext('cannot be discarded this turn'),
  ]
    .filter(Boolean)
    .join(', ');
}

export function meldName(cards, rules) {
  const kind = kindOf(cards, rules);
  const natural = cards.filter((card) => !rules.wilds.includes(faceOf(card)));
  const model = natural[0] ?? cards[0];
  const wild = natural.length < cards.length;
  if (kind === 'set') {
    return interpolate(wild ? gettext('Set of %(rank)s with a wild card') : gettext('Set of %(rank)s'), {
      rank: RANKS[rankOf(model)](),
    });
  }
  if (kind === 'run') {
    return interpolate(wild ? gettext('Run of %(suit)s with a wild card') : gettext('Run of %(suit)s'), {
      suit: SUIT[suitOf(model)](),
    });
  }
  return '';
}

export function groupLabel(number, cards, melds, rules) {
  const name = melds && meldName(cards, rules);
  if (name) return interpolate(gettext('Group %(number)s: %(meld)s, complete'), { number, meld: name });
  return interpolate(ngettext('Group %(number)s: one card', 'Group %(number)s: %(count)s cards', cards.length), {
    number,
    count: cards.length,
  });
}

export function gameName(ruleset) {
  return (
    {
      'pife-corte': gettext('Pife with cut-in'),
      'cacheta-vidas': gettext('Cacheta with lives'),
      pife: gettext('Pife'),
      'cacheta-pontos': gettext('Cacheta with points'),
      rami: gettext('Rummy'),
    }[ruleset] ?? ruleset
  );
}

export function levelName(level) {
  return { easy: gettext('Easy bot'), normal: gettext('Normal bot'), hard: gettext('Hard bot') }[level] ?? gettext('Bot');
}

export function cardCount(count) {
  return interpolate(ngettext('%(count)s card', '%(count)s cards', count), { count });
}

/** "3 wins", "7 lives", "38 points": whole, for voice and tables. */
export function scoreText(kind, count) {
  const text =
    {
      wins: () => ngettext('%(count)s win', '%(count)s wins', count),
      lives: () => ngettext('%(count)s life', '%(count)s lives', count),
    }[kind] ?? (() => ngettext('%(count)s point', '%(count)s points', count));
  return interpolate(text(), { count });
}

export function scoreHead(kind) {
  return { wins: gettext('Wins'), lives: gettext('Lives') }[kind] ?? gettext('Points');
}

export function seconds(count) {
  return interpolate(ngettext('%(count)s second', '%(count)s seconds', count), { count });
}

/** The room in one line under the game's name. */
export function roomLine(room, game) {
  const time = room.options.turn_seconds
    ? interpolate(gettext('%(count)s s'), { count: room.options.turn_seconds })
    : gettext('no time limit');
  const round = game?.round ? interpolate(gettext('Round %(number)s'), { number: game.round }) : null;
  return [round, time, room.name].filter(Boolean).join(' · ');
}

/** The rules of this table, one line each. */
export function ruleLines(room) {
  const { ruleset, options } = room;
  const lines = [
    {
      'pife-corte': gettext('Nine cards, two decks, no wild cards'),
      'cacheta-vidas': gettext('Nine cards, two decks, the card above the turn-up is wild'),
      'cacheta-pontos': gettext('Two decks, the card above the turn-up is wild'),
      rami: gettext('One deck; lay down melds and lay off on any meld'),
    }[ruleset],
    {
      'pife-corte': gettext('Three melds of three cards win'),
      'cacheta-vidas': gettext('Three melds win: with nine, or with ten for two lives'),
    }[ruleset],
  ];
  if (ruleset === 'pife-corte') lines.push(gettext('Cut-in: four seconds after every discard'));
  for (const [key, value] of Object.entries(options)) lines.push(optionLine(key, value));
  return lines.filter(Boolean);
}

function optionLine(key, value) {
  const yes = (text) => (value ? text : null);
  const fill = (text) => interpolate(text, { count: value });
  switch (key) {
    case 'turn_seconds':
      return value ? fill(gettext('%(count)s seconds for each action')) : gettext('No time limit');
    case 'lives':
      return fill(gettext('Each player starts with %(count)s lives'));
    case 'hand_size':
      return fill(gettext('%(count)s cards each'));
    case 'ace':
      return value === 'low' ? gettext('The ace is only low') : gettext('The ace is low and high');
    case 'restricted_take':
      return yes(gettext('Taking the discard needs a meld with two cards of your hand'));
    case 'points':
      return value ? fill(gettext('Each player starts with %(count)s points')) : null;
    case 'wild_scope':
      return {
        suit: gettext('Wild: same suit'),
        color: gettext('Wild: both suits of the colour'),
        all: gettext('Wild: all four suits'),
      }[value];
    case 'max_wild':
      return value === null
        ? gettext('Any number of wild cards in a meld')
        : fill(gettext('Wild cards in a meld, at most: %(count)s'));
    case 'knock_cost':
      return fill(gettext('A knock costs each opponent %(count)s'));
    case 'full_knock_cost':
      return fill(gettext('A knock with all cards costs each opponent %(count)s'));
    case 'first_turn_multiplier':
      return value > 1 ? fill(gettext('On the first turn a knock counts %(count)s times')) : null;
    case 'reshuffles':
      return fill(gettext('Reshuffles in a round: %(count)s'));
    case 'max_rounds':
      return fill(gettext('At most %(count)s rounds'));
    case 'discard_to_win':
      return yes(gettext('The last card must be discarded'));
    case 'ace_high':
      return value ? gettext('An ace left in hand counts 11') : gettext('An ace left in hand counts 1');
    case 'target':
      return fill(gettext('The match goes to %(count)s points'));
    default:
      return null;
  }
}

/** A sentence for the voice: tokens become words. */
export function plain(list, nameOf) {
  return [list]
    .flat()
    .map((piece) => {
      if (typeof piece !== 'object') return piece;
      return piece.card ? cardName(piece.card) : (nameOf?.(piece.who) ?? '');
    })
    .join('');
}

export { gettext, interpolate, ngettext, parts };
