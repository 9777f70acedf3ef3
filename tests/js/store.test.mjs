import assert from 'node:assert/strict';
import test from 'node:test';
import { knockChoices } from '../../static/js/table/dialogs-play.js';
import { actions, prompt } from '../../static/js/table/offers.js';
import {
  arrangementSent,
  arrangementToSend,
  asked,
  groupsOf,
  linked,
  needsFirstSort,
  rearranged,
  receive,
  toggled,
} from '../../static/js/table/store.js';
import { around, holderOf, isMine, mayName, nameOf, ticking, veil, windowRole } from '../../static/js/table/view.js';
import { FACTS } from './rules.mjs';
import { HAND, frame, shown, up } from './scene.mjs';

test('time left becomes a deadline; a frozen table has none', () => {
  assert.equal(shown().times.deadline, 21_000);
  assert.ok(ticking(shown()));
  const paused = shown({ room: { paused: true, frozen: true } });
  assert.equal(paused.times.deadline, null);
  assert.equal(paused.times.left, 20_000);
  assert.equal(veil(paused).kind, 'paused');
});

test('one action at a time: it ends with the picture that its acknowledgement names', () => {
  let state = asked(shown(), 'a', {}, 0);
  state = receive(state, { type: 'ack', id: 'a', v: 2 }, 0);
  assert.ok(state.pending);
  state = receive(state, frame({ v: 2 }), 0);
  assert.equal(state.pending, null);
  state = receive(asked(state, 'b', {}, 0), { type: 'ack', id: 'b', v: 2 }, 0);
  assert.equal(state.pending, null, 'the picture was there first');
  assert.equal(receive(asked(state, 'c', {}, 0), { type: 'refused', id: 'c', code: 'x' }, 0).pending, null);
});

test('events count once and only when seen to happen', () => {
  const last = [{ e: 'discarded', seat: 1, card: 'JC1' }];
  const first = shown({ game: { last } });
  assert.deepEqual(first.events, [], 'a latecomer has not seen it');
  assert.equal(first.moves.length, 1);
  const again = receive(first, frame({ v: 2, game: { last } }), 0);
  assert.equal(again.moves.length, 1, 'somebody else came back: the same step');
  const next = receive(
    again,
    frame({ v: 3, game: { turn: 2, last: [{ e: 'drew', seat: 0 }] }, you: { drawn: '2S1' } }),
    0,
  );
  assert.deepEqual(
    next.events.map((event) => event.e),
    ['drew'],
  );
  assert.equal(next.moves[0].drawn, '2S1');
});

test('a new hand is sorted once, after the kept arrangement was heard', () => {
  let state = shown();
  assert.ok(!needsFirstSort(state));
  state = receive(state, { type: 'arranged', n: 3, groups: [HAND], ok: [false] }, 0);
  assert.ok(needsFirstSort(state), 'as dealt: nobody has arranged it');
  state = rearranged(state, groupsOf(state));
  assert.equal(arrangementToSend(state).n, 4);
  state = arrangementSent(state);
  assert.equal(arrangementToSend(state), null);
  state = receive(state, { type: 'arranged', n: 4, groups: [['5H1'], ['QS1', '9C1']], ok: [false, false] }, 0);
  assert.deepEqual(groupsOf(state), [['5H1'], ['QS1', '9C1']]);
  const dealt = receive(state, frame({ v: 9, game: { round: 2 }, you: { hand: ['2C1', 'KH1'] } }), 0);
  assert.ok(needsFirstSort(dealt));
  assert.deepEqual(groupsOf(dealt), [['KH1', '2C1']]);
});

test('who comes without a seat and sits down later has no kept arrangement to wait for', () => {
  const visitor = shown({ you: { seat: null, hand: undefined } });
  assert.ok(needsFirstSort(receive(visitor, frame({ v: 2, game: { round: 2 } }), 0)));
});

test('what was arranged offline is sent on return, and no echo of older lists undoes it', () => {
  let state = receive(shown(), { type: 'arranged', n: 2, groups: [['9C1'], ['5H1', 'QS1']], ok: [false, false] }, 0);
  state = linked(state, { status: 'down' });
  state = rearranged(state, [['5H1'], ['9C1', 'QS1']]);
  assert.equal(arrangementToSend(state), null);
  state = linked(state, { status: 'up' });
  state = receive(
    receive(state, frame({ v: 5 }), 0),
    { type: 'arranged', n: 2, groups: [['9C1'], ['5H1', 'QS1']], ok: [false, false] },
    0,
  );
  assert.deepEqual(arrangementToSend(state), { type: 'arrange', n: 3, groups: [['5H1'], ['9C1', 'QS1']] });
});

test('the cut-in button is offered to everyone but the discarder, whatever they hold', () => {
  const open = (seat, legal, player = {}) => {
    const message = frame({
      game: { phase: 'window', active: 1, window: { discarder: 1, card: 'JC1' } },
      you: { seat, legal },
    });
    Object.assign(message.table.game.players[seat ?? 0], player);
    return windowRole(receive(up(), message, 0));
  };
  assert.equal(open(0, []), 'claim');
  assert.equal(open(0, [{ do: 'cut' }]), 'claim');
  assert.equal(open(1, []), 'mine');
  assert.equal(open(2, [], { in_round: false }), 'watch');
  assert.equal(open(null, []), 'watch');
});

test('only legal moves are offered, and an automatic win is announced', () => {
  const drawing = shown({ you: { legal: [{ do: 'draw', from: 'stock' }] } });
  assert.deepEqual(
    actions(drawing).map((row) => [row.do, row.off]),
    [
      ['take', true],
      ['draw', false],
    ],
  );
  const hand = ['5H1', '6H1', '7H1', 'QS1', 'QD1', 'QC1', '9C1', 'TC1', 'JC2', 'KD2'];
  let state = shown({
    game: { phase: 'discard' },
    you: { hand, drawn: 'JC2', legal: hand.map((card) => ({ do: 'discard', card })) },
  });
  assert.equal(actions(state).at(-1).off, true, 'no card chosen');
  state = toggled(state, 'KD2', false);
  assert.equal(actions(state).at(-1).wins, true);
  assert.equal(actions(toggled(state, '9C1', false)).at(-1).wins, false);
  assert.deepEqual(actions(shown({ game: { active: 2 } })), []);
  assert.deepEqual(
    actions(linked(drawing, { status: 'quiet' })).map((row) => row.off),
    [true, true],
  );
});

test('"why can’t I knock" stays until the hand changes', () => {
  const why = { type: 'why', id: 'a', melds: [], rest: HAND, missing: 2 };
  const state = receive(shown({ game: { active: 1 } }), why, 0);
  const played = receive(state, frame({ v: 2, game: { turn: 3, active: 2, last: [{ e: 'drew', seat: 2 }] } }), 0);
  assert.equal(played.why, why);
  assert.equal(receive(played, frame({ v: 3, game: { turn: 4 }, you: { hand: [...HAND, '2C1'] } }), 0).why, null);
  assert.equal(receive(played, frame({ v: 3, game: { round: 2 } }), 0).why, null);
});

test('what a picture leaves out of the room is as it was', () => {
  const before = shown();
  const message = frame({ v: 2, game: { turn: 2 } });
  delete message.table.room;
  delete message.table.seats;
  const after = receive(before, message, 2_000);
  assert.equal(after.room, before.room);
  assert.equal(after.seats, before.seats);
  assert.equal(after.game.turn, 2);
  assert.deepEqual(after.game.rules, before.room.rules);
});

test('lists name a card only while the view does', () => {
  const event = { e: 'discarded', seat: 1, card: 'JC1' };
  const memory = shown();
  assert.equal(mayName(memory, event, true), true);
  assert.equal(mayName(memory, event, false), false);
  const open = shown({ room: { rules: FACTS.pife }, game: { ruleset: 'pife', pile_cards: ['JC1'] } });
  assert.equal(mayName(open, event, false), true);
  assert.equal(mayName(open, { ...event, card: '2D1' }, false), false);
});

test('seats stand in playing order from the left hand, for 2 to 8', () => {
  for (let seats = 2; seats <= 8; seats++) {
    const order = around(shown({ seats, you: { seat: 1 } })).map(({ seat }) => seat.i);
    assert.deepEqual(
      order,
      Array.from({ length: seats - 1 }, (_, at) => (2 + at) % seats),
    );
  }
});

test('the prompt is honest about the line and the room', () => {
  assert.match(prompt(linked(shown(), { status: 'down', tries: 1 }))[0], /No connection/);
  assert.match(prompt(shown({ room: { closed: 'host' } }))[0], /closed/);
  assert.match(String(prompt(shown({ game: null, you: { hand: undefined } }))[0]), /host/);
});

test('a result is theirs who played it, whoever sits there now', () => {
  const state = shown({ you: { seat: 2 } });
  state.seats[1] = { ...state.seats[1], kind: 'free', name: null, was: { kind: 'bot', name: 'Caju' } };
  state.seats[2] = { ...state.seats[2], was: { kind: 'person', name: 'Rui' } };
  assert.equal(nameOf(state, 1), 'Caju');
  assert.equal(holderOf(state, 2).name, 'Rui');
  assert.equal(isMine(state, 2), false);
  assert.equal(isMine(shown({ you: { seat: 2 } }), 2), true);
  assert.equal(isMine(shown({ you: { seat: null } }), null), false);
});

test('a knock gives the melds of a hand arranged in melds, else leaves the division to the server (M3-14)', () => {
  const groups = ['5H1 5D1 5S1', '6H1 7H1 8H1', '9H1 TH1 JH1 2C1'].map((text) => text.split(' '));
  const legal = [{ do: 'knock' }, { do: 'knock', with: 'common', discard: '2C1' }];
  const state = shown({
    room: { ruleset: 'pife', rules: FACTS.pife },
    game: { phase: 'discard', options: { points: 3 } },
    you: { hand: groups.flat(), legal },
  });
  assert.deepEqual(
    knockChoices(state).map(({ action }) => action),
    [legal[1]],
  );
  const [{ action, note }] = knockChoices(rearranged(state, groups));
  assert.deepEqual(action, { ...legal[1], melds: [groups[0], groups[1], groups[2].slice(0, 3)] });
  assert.match(note, /in the melds you have grouped/);
});
