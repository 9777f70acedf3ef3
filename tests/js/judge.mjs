// What the page says of groups of cards: tests/games/test_page_melds.py compares it with what the server says.
import { readFileSync } from 'node:fs';
import { inOrder, kindOf, meldRules } from '../../static/js/table/melds.js';

const { game, groups } = JSON.parse(readFileSync(0, 'utf8'));
const rules = meldRules(game);
const answer = (group) => {
  const kind = kindOf(group, rules);
  return kind && { kind, cards: inOrder(group, rules) };
};
process.stdout.write(JSON.stringify(groups.map(answer)));
