// What the server says of each game; tests/games/test_facts.py keeps rules.json true.
import { readFileSync } from 'node:fs';
import { meldRules } from '../../static/js/table/melds.js';

export const FACTS = JSON.parse(readFileSync(new URL('rules.json', import.meta.url), 'utf8'));

/** The meld rules of a game, with the options that change them. */
export function rulesFor(ruleset, { wilds, options = {} } = {}) {
  const melds = { ...FACTS[ruleset].melds };
  if (options.ace) melds.ace_high = options.ace !== 'low';
  if (options.max_wild !== undefined) melds.max_wild = options.max_wild;
  return meldRules({ rules: { melds }, wilds });
}
