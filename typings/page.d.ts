// The state of the table page, and what its modules ask of each other. Global, as wire.d.ts is.
declare namespace Page {
    // --- state (store.js) --------------------------------------------------------------------------------------------

    type Status = 'connecting' | 'up' | 'quiet' | 'down' | 'gone';

    interface Link {
        status: Status;
        tries: number;
        /** On performance.now(). */
        retryAt: number | null;
        /** Why there is no further try: of a `bye`, or of the socket. */
        code: string | number | null;
    }

    interface Game extends Wire.Game {
        options: Wire.Options;
        rules: Wire.Rules;
    }

    /** An event as the list of moves keeps it. */
    interface Move extends Wire.Event {
        /** The card of one's own draw. */
        drawn?: Wire.Card;
        /** The name of who did it, kept when they leave. */
        by?: string | null;
    }

    /** Deadlines on performance.now(); `left` and `total` in milliseconds. */
    interface Times {
        kind: Wire.Clock['kind'];
        total: number | null;
        deadline: number | null;
        left: number | null;
        absent: Wire.BySeat<number | null>;
        resumable: number | null;
        closes: number | null;
    }

    interface Pending {
        id: string;
        message: Wire.Request;
        /** The version that the server has named for it. */
        acked: number | null;
        at: number;
    }

    interface Arrangement {
        n: number;
        groups: Wire.Card[][] | null;
        /** Not yet echoed by the server. */
        dirty: boolean;
        heard: boolean;
        sent: number;
    }

    interface State {
        link: Link;
        v: number;
        room: Wire.Room | null;
        seats: Wire.Seat[];
        game: Game | null;
        you: Wire.You | null;
        times: Times;
        pending: Pending | null;
        arrangement: Arrangement;
        /** Verdicts on groups, by groupKey. */
        ok: Partial<Record<string, boolean>>;
        selected: Wire.Card[];
        /** Newest first. */
        moves: Move[];
        /** Fingerprint of the last step shown, so that its events count once. */
        step: string | null;
        /** Those of the newest step, when it was seen to happen. */
        events: Wire.Event[];
        why: Wire.Why | null;
    }

    /** A running match somebody is still in: how many others are, and what leaving it means. */
    type OwnMatch = {
        others: number;
        inRound: boolean;
        alone: Wire.Rules['alone'] | undefined;
        score: Wire.ScoreKind | null | undefined;
    };
    /** The first picture has come. */
    type Shown = State & { room: Wire.Room; you: Wire.You };
    /** … and cards have been dealt. */
    type Dealt = Shown & { game: Game };
    /** … and a round runs. */
    type Running = Dealt & { game: { phase: 'draw' | 'discard' | 'window' } };
    type InRound = Running & { you: { seat: number } };
    type OnTurn = InRound & { game: { active: number; phase: 'draw' | 'discard' } };
    /** … and the round is over. */
    type Ended = Dealt & { game: { phase: 'over'; result: Wire.Result } };

    type Veil =
        | { kind: 'gone'; code: string | number | null }
        | { kind: 'closed'; reason: string }
        | { kind: 'lost' | 'quiet' | 'paused' | 'asleep' };

    type WayOut = 'login' | 'lobby' | 'reload';
    /** Why no reconnection is tried, and where to go. */
    type Farewell = { head: string; text: string; go: WayOut };

    // --- rules and cards ------------------------------------------------------------------------------------------------

    /** meldRules() of melds.js. */
    interface MeldRules {
        setMax: number;
        runMax: number;
        low: boolean;
        high: boolean;
        wilds: Wire.Face[];
        maxWild: number;
        naturalFree: boolean;
        minNatural: number;
        fourth: boolean;
    }

    /** A place in the hand: before the `index`-th card of a group, or (null) as a new group there. */
    interface Place {
        group: number;
        index: number | null;
    }

    /** A group of the hand, or the part of it that stands in one row. `from`: the number of its first card. */
    interface Piece {
        cards: Wire.Card[];
        group: number;
        from: number;
    }

    /** What is true of a card, for its label. */
    interface CardFlags {
        second?: boolean;
        wild?: boolean;
        fresh?: boolean;
        known?: boolean;
        barred?: boolean;
    }

    type Mark = 'wild' | 'fresh' | 'known' | 'barred';

    // --- words -----------------------------------------------------------------------------------------------------------

    type CardToken = { card: Wire.Card };
    type WhoToken = { who: number | null | undefined };
    /** A piece of a sentence that the page draws and the voice reads. */
    type Token = string | number | CardToken | WhoToken;
    /** A whole sentence. */
    type Sentence = string | Token[];
    /** The text for the eye in large and in small. */
    type Prompt = [strong: Sentence, small: Sentence];
    type NameOf = (seat: number | null | undefined) => string;

    // --- virtual tree (dom.js) ------------------------------------------------------------------------------------------

    type Key = string | number;
    type Props = {
        key?: Key;
        /** CSS custom properties. */
        vars?: Record<string, string>;
        [attribute: string]: string | number | boolean | null | undefined | Record<string, string>;
    };
    interface VNode {
        tag: string;
        key: Key | undefined;
        props: Props;
        kids: Leaf[];
    }
    /** What comes to the page: an element or a text. */
    type Leaf = VNode | string | number;
    type Kid = Leaf | false | null | undefined | Kid[];

    /** item() of dialog-parts.js: what can be chosen in a dialog. */
    type Item = (
        what: string,
        icon: string,
        label: Kid,
        more?: { arg?: string | number; arg2?: string | number; off?: boolean; note?: string },
    ) => VNode;

    // --- the page (main.js) ---------------------------------------------------------------------------------------------

    type DialogName = 'menu' | 'seat' | 'speaker' | 'seats' | 'why' | 'knock' | 'pile' | 'invite' | 'time' | 'question';

    interface Dialog {
        name: DialogName;
        /** Of a question: which, and about which seat. */
        what?: string;
        arg?: string;
        seat?: number;
        /** The name that was seen in the seat. */
        who?: string | null;
        line?: number;
    }

    interface Toast {
        id: string;
        text: string;
        kind: 'good' | 'bad' | '';
    }

    interface Talk {
        lines: Wire.Line[];
        muted: string[];
        unread: number;
        newest: number | null;
    }

    type Setting = 'sounds' | 'notices' | 'keys';
    type Tab = 'moves' | 'chat' | 'rules';

    interface Ui {
        dialog: Dialog | null;
        side: boolean;
        sort: boolean;
        tab: string;
        toasts: Toast[];
        talk: Talk;
        /** Own lines under way: what was written, by the id of the request. */
        saying: Map<string, string>;
        focus: Wire.Card | null;
        dragging: Wire.Card | null;
        drop: Place | null;
        overPile: boolean;
        dropped: Dropped | null;
        leaving: Wire.Card | null;
        resultAt: number;
        /** When the main button began to do something else. */
        changedAt: number;
        whyId: string | null;
        muteId: string | null;
        farewellId: string | null;
        oneRow: boolean;
        settings: Record<Setting, boolean>;
        canNotify: boolean;
        canShare: boolean;
        address: string;
        rules: string;
        qr: string;
        title: string;
        game: string;
    }

    interface App {
        state: State;
        ui: Ui;
        urls: { lobby: string; rules: string; login: string };
        socket: Line;
        /** Draw the page anew; `events` were seen to happen. */
        plan(events?: Wire.Event[]): void;
        newId(): string;
        set(state: State, events?: Wire.Event[]): void;
        readTalk(): void;
        toast(text: string, kind: Toast['kind']): void;
        setting(name: Setting, on: boolean): void;
        sendArrangement(): void;
    }

    /** The line to the server (socket.js). */
    interface Line {
        send(message: Wire.Note): boolean;
        ask(message: Wire.Asked): void;
        repeat(id: string): void;
        retryNow(): void;
        offline(): void;
        wake(): void;
        close(): void;
    }

    /** A button of the action row. */
    interface Row {
        do: string;
        label: string;
        note?: Sentence;
        key?: string;
        icon?: string;
        hot?: boolean;
        off?: boolean;
        busy?: boolean;
        wins?: boolean;
    }

    /** What a tap or a key asks for: `arg` and `more` are the data-arg and data-more of what was used. */
    type Command = (arg?: string, more?: string) => unknown;
    /** What a switch does. */
    type Switch = (on: boolean) => unknown;

    /** What commands are made of (requests.js). */
    interface Requests {
        /** A tracked message; the id it was sent under, or null where it cannot be sent now. */
        ask(message: Wire.Request): string | null;
        act(action: Wire.Action): void;
        room(what: string, more?: Partial<Wire.RoomWish>): string | null;
        open(name: DialogName, more?: Omit<Dialog, 'name'>): void;
        close(): void;
        refuse(code: string): void;
        /** Taps on something that cannot be had say why: `code`, or that the table stands still. */
        blocked(code: string | null): boolean;
    }

    interface Moves {
        /** Was it sent? */
        discard(card?: Wire.Card): boolean;
        draw(from: Wire.Pile): void;
        knock(): void;
        cut(): void;
        why(): void;
    }

    interface Commands {
        run(name: string, arg?: string, more?: string): unknown;
        flip(name: string, on: boolean): void;
        drop(card: Wire.Card, target: Target & { rect: DOMRect }): void;
        step(card: Wire.Card, by: number): void;
        close(): void;
    }

    /** Where a dragged card is: over a place of the hand, or over the pile. */
    interface Target {
        place: Place | null;
        pile: boolean;
    }

    interface Dropped {
        card: Wire.Card;
        rect: DOMRect;
    }

    type Sound = 'turn' | 'window' | 'knock' | 'card' | 'draw' | 'tick' | 'refused';
}

/** The page of a round that is played again (lobby/history/replay.py). */
declare namespace Replay {
    interface Table extends Wire.Round {
        options: Wire.Options;
        rules: Wire.Rules;
    }

    interface Seat {
        seat: number;
        name: string;
        level: Wire.Level | null;
    }

    type Player = Pick<Wire.Player, 'seat' | 'in_round' | 'out' | 'count' | 'score'>;
    type How = 'cut' | 'knock' | 'close' | 'take' | 'out';

    interface Frame extends Wire.Step {
        events: Wire.Event[];
        players: Player[];
        /** Those that have changed; whole() puts the others in. */
        hands?: Wire.BySeat<Wire.Card[]>;
        drawn?: Wire.Card | null;
        could?: { seat: number; how: How }[];
        held?: Wire.BySeat<number>;
        missing?: Wire.BySeat<number>;
    }

    interface Data {
        you: number | null;
        open: boolean;
        table: Table;
        seats: Seat[];
        frames: Frame[];
        record: Record | null;
    }

    /** Who is who for the reader. */
    interface Cast {
        you: number | null;
        mine: boolean;
        scoreKind: Wire.ScoreKind | null;
        seatOf(seat: number): Seat | undefined;
        nameOf: Page.NameOf;
    }

    // --- the check of the shuffle (verify.js) -------------------------------------------------------------------------

    type Move =
        | { do: 'draw' | 'take' | 'discard'; seat: number; card: Wire.Card }
        | { do: 'knock'; seat: number; card?: Wire.Card }
        | { do: 'cut'; seat: number; card: Wire.Card; leftover: Wire.Card }
        | { do: 'lay' | 'lay_off'; seat: number; cards: Wire.Card[] }
        | { do: 'leave'; seat: number }
        | { do: 'reshuffle'; number: number; stock: Wire.Card[] };

    /** What a round is checked by (games/verification.py). */
    interface Record {
        seed: string;
        commitment: string;
        decks: number;
        seats: number[];
        /** The seat that led the round before. */
        before: number | null;
        rotates: 'dealer' | 'starter';
        dealer: number;
        starter: number;
        hands: globalThis.Record<string, Wire.Card[]>;
        turn_up: Wire.Card | null;
        upcard: Wire.Card | null;
        moves: Move[];
    }

    type CheckName = 'commitment' | 'leaders' | 'deal' | 'moves' | 'reshuffles';
    /** `at`: the first move that does not fit. */
    interface Check {
        name: CheckName;
        ok: boolean;
        at: number | null;
    }
}
