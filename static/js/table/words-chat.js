// Texts of the talk. The keys of the phrases are the server's (lobby/tables/core/phrases.py).
import { gettext, interpolate, ngettext, pgettext } from './gettext.js';

/** @type {Partial<Record<string, () => string>>} */
const PHRASES = {
  hello: () => pgettext('said at the table', 'Hello!'),
  nice: () => pgettext('said at the table', 'Nice!'),
  wow: () => pgettext('said at the table', 'Wow!'),
  oops: () => pgettext('said at the table', 'Oops'),
  sorry: () => pgettext('said at the table', 'Sorry'),
  wait: () => pgettext('said at the table', 'One moment, please'),
  hurry: () => pgettext('said at the table', 'Shall we go on?'),
  back: () => pgettext('said at the table', 'I am back'),
  thanks: () => pgettext('said at the table', 'Thanks for the game'),
  rematch: () => pgettext('said at the table', 'Another one?'),
  bye: () => pgettext('said at the table', 'Bye!'),
};

export const phraseKeys = Object.keys(PHRASES);
/** @param {string} key */
export const phrase = (key) => PHRASES[key]?.() ?? key;

export const talkWords = {
  tab: () => gettext('Chat'),
  panel: () => gettext('Moves, chat and rules'),
  /** @param {number} count */
  unread: (count) => interpolate(ngettext('%(count)s new message', '%(count)s new messages', count), { count }),
  none: () => gettext('Nobody has said anything yet.'),
  off: () => gettext('The host has switched the chat of this room off.'),
  watchersOnly: () => gettext('You are watching: players do not see what you write.'),
  quick: () => gettext('Quick phrases'),
  write: () => gettext('Write a message'),
  send: () => gettext('Send'),
  watching: () => gettext('watching'),
  /**
   * @param {string} who
   * @param {string} text
   */
  said: (who, text) => interpolate(gettext('%(name)s says: %(text)s'), { name: who, text }),
  mute: () => gettext('Mute: do not show me their messages'),
  unmute: () => gettext('Show me their messages again'),
  muted: () => gettext('You do not see their messages.'),
  profile: () => gettext('Profile: friends, block'),
  report: () => gettext('Report to the moderators'),
  switchOn: () => gettext('Chat in this room'),
};
