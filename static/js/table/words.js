// Names: cards, groups, games, levels, scores, time. Spoken card names never read the corner letters out.
import { gettext, interpolate, ngettext, parts, pgettext } from './gettext.js';
import { faceOf, rankOf, suitOf } from './cards.js';
import { kindOf } from './melds.js';

/** @type {Partial<Record<string, () => string>>} */
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
/** @type {Partial<Record<string, () => string>>} */
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
/** @type {Partial<Record<string, () => string>>} */
const SUIT = {
  C: () => pgettext('card suit', 'clubs'),
  D: () => pgettext('card suit', 'diamonds'),
  H: () => pgettext('card suit', 'hearts'),
  S: () => pgettext('card suit', 'spades'),
};

/** @param {Wire.Card} card */
export function cardName(card) {
  return interpolate(gettext('%(rank)s of %(suit)s'), { rank: RANK[rankOf(card)]?.(), suit: SUIT[suitOf(card)]?.() });
}

/**
 * A card with what is true of it, in a fixed order.
 * @param {Wire.Card} card
 * @param {Page.CardFlags} [given]
 */
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

/**
 * Some languages have a word of their own for a set of four.
 * @param {number} size
 * @param {boolean} wild
 */
function setText(size, wild) {
  if (size > 3) return wild ? gettext('Set of four %(rank)s with a wild card') : gettext('Set of four %(rank)s');
  return wild ? gettext('Set of %(rank)s with a wild card') : gettext('Set of %(rank)s');
}

/**
 * @param {Wire.Card[]} cards
 * @param {Page.MeldRules} rules
 */
export function meldName(cards, rules) {
  const kind = kindOf(cards, rules);
  const natural = cards.filter((card) => !rules.wilds.includes(faceOf(card)));
  const model = natural[0] ?? cards[0] ?? '';
  const wild = natural.length < cards.length;
  if (kind === 'set') return interpolate(setText(cards.length, wild), { rank: RANKS[rankOf(model)]?.() });
  if (kind === 'run') {
    return interpolate(wild ? gettext('Run of %(suit)s with a wild card') : gettext('Run of %(suit)s'), {
      suit: SUIT[suitOf(model)]?.(),
    });
  }
  return '';
}

/**
 * @param {number} number
 * @param {Wire.Card[]} cards
 * @param {boolean} melds
 * @param {Page.MeldRules} rules
 */
export function groupLabel(number, cards, melds, rules) {
  const name = melds && meldName(cards, rules);
  if (name) return interpolate(gettext('Group %(number)s: %(meld)s, complete'), { number, meld: name });
  return interpolate(ngettext('Group %(number)s: %(count)s card', 'Group %(number)s: %(count)s cards', cards.length), {
    number,
    count: cards.length,
  });
}

/** @param {string | null} level */
export function levelName(level) {
  if (level === 'easy') return gettext('Easy bot');
  if (level === 'normal') return gettext('Normal bot');
  return level === 'hard' ? gettext('Hard bot') : gettext('Bot');
}

/** @param {number} count */
export function cardCount(count) {
  if (count === 0) return gettext('no cards');
  return interpolate(ngettext('%(count)s card', '%(count)s cards', count), { count });
}

/**
 * "3 wins", "7 lives", "38 points", "no wins": whole, for voice and tables.
 * @param {Wire.ScoreKind | null} kind
 * @param {number} count
 */
export function scoreText(kind, count) {
  if (count === 0) return noScore(kind);
  return interpolate(countedScore(kind, count), { count });
}

/** @param {Wire.ScoreKind | null} kind */
function noScore(kind) {
  if (kind === 'wins') return gettext('no wins');
  return kind === 'lives' ? gettext('no lives') : gettext('no points');
}

/**
 * @param {Wire.ScoreKind | null} kind
 * @param {number} count
 */
function countedScore(kind, count) {
  if (kind === 'wins') return ngettext('%(count)s win', '%(count)s wins', count);
  if (kind === 'lives') return ngettext('%(count)s life', '%(count)s lives', count);
  return ngettext('%(count)s point', '%(count)s points', count);
}

/** @param {Wire.ScoreKind | null} kind */
export function scoreHead(kind) {
  if (kind === 'wins') return gettext('Wins');
  return kind === 'lives' ? gettext('Lives') : gettext('Points');
}

/** @param {number} count */
export function seconds(count) {
  return interpolate(ngettext('%(count)s second', '%(count)s seconds', count), { count });
}

/**
 * What the room is called: as its creator wanted, else after the host, in the reader's language.
 * @param {Wire.Room} room
 * @param {string} host
 */
export function roomName(room, host) {
  if (room.name) return room.name;
  return host ? interpolate(gettext("%(name)s's room"), { name: host }) : gettext('Room without a name');
}

/**
 * The room in one line under the game's name.
 * @param {Wire.Room} room
 * @param {Page.Game | null} game
 * @param {string} host
 */
export function roomLine(room, game, host) {
  const time = room.options.turn_seconds
    ? interpolate(gettext('%(count)s s'), { count: room.options.turn_seconds })
    : gettext('no limit');
  const round = game?.round ? interpolate(gettext('Round %(number)s'), { number: game.round }) : null;
  return [round, time, roomName(room, host)].filter(Boolean).join(' · ');
}

/**
 * A line and the option that it tells; nothing where there is nothing to say.
 * @typedef {[text: string | number | boolean | null | undefined, option?: string]} RuleLine
 */

/**
 * The rules of this table, one line each: { text, changed }, those of `changed` options being another table's.
 * @param {Partial<Wire.Rules>} rules
 * @param {Wire.Options} options
 * @param {string[]} [changed]
 */
export function ruleLines(rules, options, changed = []) {
  const lines = [...dealLines(rules), ...winLines(rules)];
  for (const [key, value] of Object.entries(options)) lines.push([optionLine(key, value), key]);
  return lines.flatMap(([text, key = '']) => (text ? [{ text: String(text), changed: changed.includes(key) }] : []));
}

/**
 * @param {string} text
 * @param {number} count
 */
const fill = (text, count) => interpolate(text, { count });

/**
 * @param {Partial<Wire.Rules>} given
 * @returns {RuleLine[]}
 */
function dealLines({ decks = [], hand = [], turns_up: turnsUp, reshuffles = null, asks }) {
  const least = { hand: Math.min(...hand), decks: Math.min(...decks) };
  const most = { hand: Math.max(...hand), decks: Math.max(...decks) };
  return [
    [
      least.hand === most.hand
        ? fill(ngettext('%(count)s card each', '%(count)s cards each', most.hand), most.hand)
        : interpolate(gettext('%(least)s or %(most)s cards each, by the number of players'), {
            least: least.hand,
            most: most.hand,
          }),
      'hand_size',
    ],
    [
      least.decks === most.decks
        ? fill(ngettext('%(count)s deck', '%(count)s decks', most.decks), most.decks)
        : interpolate(gettext('%(least)s or %(most)s decks, by the number of players'), {
            least: least.decks,
            most: most.decks,
          }),
    ],
    [turnsUp ? gettext('The card next after the turn-up is wild') : gettext('No wild cards')],
    [reshuffles !== null && !asks && fill(gettext('Reshuffles in a round: %(count)s'), reshuffles), 'reshuffles'],
  ];
}

/**
 * @param {Partial<Wire.Rules>} given
 * @returns {RuleLine[]}
 */
function winLines({ lays, melds, window: cutIn, costs = {} }) {
  const threes = melds?.closing === 'threes';
  return [
    [lays && gettext('Lay down melds and lay off on any meld')],
    [threes && !melds.ten && gettext('Three melds of three cards win')],
    [threes && melds.ten && withTen(costs)],
    [
      cutIn &&
        fill(
          ngettext(
            'Cut-in: %(count)s second after every discard',
            'Cut-in: %(count)s seconds after every discard',
            cutIn,
          ),
          cutIn,
        ),
    ],
  ];
}

/** @param {Partial<Record<string, number>>} costs */
function withTen({ nine, ten }) {
  if (!ten || ten === nine) return gettext('Three melds win, with nine cards or with ten');
  return fill(
    ngettext(
      'Three melds win: with nine, or with ten for %(count)s life',
      'Three melds win: with nine, or with ten for %(count)s lives',
      ten,
    ),
    ten,
  );
}

/**
 * @param {string} key
 * @param {Wire.Options[string]} value
 */
function optionLine(key, value) {
  const line = /** @type {OptionLine | undefined} */ (OPTIONS[key]);
  return line?.(value);
}

/** Every line knows the kind of value that its own option has, and takes no other.
 * @typedef {(value: Wire.Options[string]) => string | boolean | number | null | undefined} OptionLine
 */

/** Lines of the options of a table; those that the lines above have said already are missing here.
 * @type {Partial<Record<string, (value: never) => string | boolean | number | null | undefined>>}
 */
const OPTIONS = {
  /** @param {number | null} value */
  turn_seconds: (value) =>
    value
      ? fill(ngettext('%(count)s second for each action', '%(count)s seconds for each action', value), value)
      : gettext('No time limit'),
  /** @param {number} value */
  lives: (value) =>
    fill(ngettext('Each player starts with %(count)s life', 'Each player starts with %(count)s lives', value), value),
  /** @param {string} value */
  ace: (value) => (value === 'low' ? gettext('The ace is only low') : gettext('The ace is low and high')),
  /** @param {boolean} value */
  restricted_take: (value) => value && gettext('Taking the discard needs a meld with two cards of your hand'),
  /** @param {number | null} value */
  points: (value) =>
    value === null
      ? gettext('One round decides the match')
      : fill(
          ngettext('Each player starts with %(count)s point', 'Each player starts with %(count)s points', value),
          value,
        ),
  /** @param {string} value */
  wild_scope: (value) => {
    if (value === 'suit') return gettext('Wild: same suit');
    if (value === 'color') return gettext('Wild: both suits of the colour');
    return value === 'all' && gettext('Wild: all four suits');
  },
  /** @param {number | null} value */
  max_wild: (value) => {
    if (value === null) return gettext('Any number of wild cards may substitute in a meld');
    if (value === 0) return gettext('Wild cards substitute nothing');
    return fill(gettext('Wild cards that substitute in a meld, at most: %(count)s'), value);
  },
  /** @param {number} value */
  knock_cost: (value) => fill(gettext('A knock costs each opponent %(count)s'), value),
  /** @param {number} value */
  full_knock_cost: (value) => fill(gettext('A knock with all cards costs each opponent %(count)s'), value),
  /** @param {number} value */
  first_turn_multiplier: (value) =>
    value > 1
      ? fill(
          ngettext(
            'On the first turn a knock counts %(count)s time',
            'On the first turn a knock counts %(count)s times',
            value,
          ),
          value,
        )
      : gettext('On the first turn a knock counts like any other'),
  /** @param {number} value */
  max_rounds: (value) => fill(ngettext('At most %(count)s round', 'At most %(count)s rounds', value), value),
  /** @param {boolean} value */
  discard_to_win: (value) => value && gettext('The last card must be discarded'),
  /** @param {boolean} value */
  ace_high: (value) => (value ? gettext('An ace left in hand counts 11') : gettext('An ace left in hand counts 1')),
  /** @param {number} value */
  target: (value) =>
    fill(ngettext('The match goes to %(count)s point', 'The match goes to %(count)s points', value), value),
};

/**
 * A sentence for the voice: tokens become words.
 * @param {Page.Sentence} list
 * @param {Page.NameOf} [nameOf]
 */
export function plain(list, nameOf) {
  return (Array.isArray(list) ? list : [list])
    .map((piece) => {
      if (typeof piece !== 'object') return piece;
      return 'card' in piece ? cardName(piece.card) : (nameOf?.(piece.who) ?? '');
    })
    .join('');
}

export { gettext, interpolate, ngettext, parts };
