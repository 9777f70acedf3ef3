// What the server sends a page, for tests: one picture with what matters changed.
import { START, linked, receive } from '../../static/js/table/store.js';
import { FACTS } from './rules.mjs';

export const HAND = ['5H1', 'QS1', '9C1'];

export function frame({
  v = 1,
  game = {},
  you = {},
  room = {},
  left = 20_000,
  clock = { kind: 'draw', total: 30_000 },
  seats = 4,
} = {}) {
  return {
    type: 'table',
    v,
    left,
    absent: {},
    pause_left: null,
    closes_in: null,
    table: {
      room: {
        slug: 'x',
        name: 'X',
        ruleset: 'pife-corte',
        options: {},
        rules: FACTS['pife-corte'],
        spectators: true,
        host: 0,
        paused: false,
        asleep: false,
        frozen: false,
        closed: null,
        match: 1,
        ...room,
      },
      seats: Array.from({ length: seats }, (_, i) => ({
        i,
        kind: 'person',
        name: `P${i}`,
        present: true,
        leaving: false,
        reserved_by: null,
      })),
      game: game && {
        ruleset: 'pife-corte',
        round: 1,
        turn: 1,
        phase: 'draw',
        active: 0,
        stock: 40,
        pile: 1,
        top: 'JC1',
        window: null,
        last: [],
        result: null,
        match: { over: false },
        players: Array.from({ length: seats }, (_, seat) => ({
          seat,
          in_round: true,
          out: false,
          left: false,
          count: 9,
          score: 0,
        })),
        ...game,
      },
      clock,
    },
    you: {
      seat: 0,
      host: true,
      may: ['leave'],
      reservation: null,
      hand: HAND,
      drawn: null,
      barred: null,
      legal: [{ do: 'draw', from: 'stock' }],
      ...you,
    },
  };
}

export const up = () => linked(START, { status: 'up' });
export const shown = (more, from = up()) => receive(from, frame(more), 1_000);
