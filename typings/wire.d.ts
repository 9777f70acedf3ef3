// What the server and the pages say to each other (docs/protocol.md). Global, so that the modules that browsers load
// need no imports for it.
declare namespace Wire {
    /** Rank, suit, copy: "7H1". */
    type Card = string;
    /** Rank and suit: "7H". */
    type Face = string;
    /** A value by the number of a seat: the keys of JSON are strings, and numbers read them too. */
    type BySeat<T> = Partial<Record<number, T>>;
    type Phase = 'idle' | 'draw' | 'discard' | 'window' | 'over';
    type ScoreKind = 'wins' | 'lives' | 'points' | 'score';
    type Level = 'easy' | 'normal' | 'hard';
    type Pile = 'stock' | 'pile';
    type KnockWith = 'common' | 'all';

    // --- the picture ---------------------------------------------------------------------------------------------------

    /** Values of the options of a table, by their keys; which there are depends on the game. */
    interface Options {
        turn_seconds?: number | null;
        points?: number | null;
        knock_cost?: number;
        full_knock_cost?: number;
        discard_to_win?: boolean;
        [key: string]: number | string | boolean | null | undefined;
    }

    interface MeldRules {
        closing: 'threes' | 'any';
        ten: boolean;
        set_max: number;
        fourth_any_suit: boolean;
        run_max: number | null;
        ace_low: boolean;
        ace_high: boolean;
        max_wild: number | null;
        natural_free: boolean;
        min_natural: number;
    }

    /** What a page must know of a game. */
    interface Rules {
        decks: number[];
        hand: number[];
        melds: MeldRules;
        turns_up: boolean;
        /** seconds of the cut-in; null: there is none */
        window: number | null;
        /** the kind of a result -> what each opponent loses by it */
        costs: Partial<Record<string, number>>;
        /** of the one who remains: the match is theirs, or the round has no winner */
        alone: 'last' | 'void';
        closes_on_discard: boolean;
        /** The kind of the result by the `with` of the knock. */
        knocks: Partial<Record<KnockWith, string>>;
        lays: boolean;
        resigns: boolean;
        asks: boolean;
        reshuffles: number | null;
        score: ScoreKind | null;
        joins: 'round' | 'match';
        deals: 'host' | 'clock';
        shows_pile: boolean;
        shows_history: boolean;
    }

    interface Room {
        slug: string;
        name: string;
        ruleset: string;
        options: Options;
        /** The options that are not standard. */
        changed: string[];
        public: boolean;
        spectators: boolean;
        chat: boolean;
        host: number | null;
        paused: boolean;
        asleep: boolean;
        frozen: boolean;
        closed: 'host' | 'moderator' | 'expired' | null;
        match: number;
        rules: Rules;
    }

    interface Holder {
        kind: 'free' | 'person' | 'bot';
        name: string | null;
    }

    interface Seat extends Holder {
        i: number;
        level: Level | null;
        present: boolean;
        leaving: boolean;
        reserved_by: string | null;
        /** Who was dealt the seat's cards last in this match and sits there no more. */
        was: Holder | null;
    }

    interface Player {
        seat: number;
        bot: boolean;
        in_round: boolean;
        out: boolean;
        left: boolean;
        count: number;
        score: number | null;
    }

    interface Event {
        e: string;
        seat?: number;
        card?: Card | null;
        cards?: Card[];
        kind?: string;
        /** Done by the clock or the engine in a seat's place. */
        auto?: boolean;
    }

    interface Meld {
        id: number;
        owner: number;
        cards: Card[];
    }

    interface Result {
        kind:
            | 'cut'
            | 'ten'
            | 'all'
            | 'common'
            | 'out'
            | 'blocked'
            | 'last'
            | 'tied'
            | 'void'
            | 'gin'
            | 'undercut'
            | 'discard';
        winner: number | null;
        melds: Card[][];
        leftover: Card | null;
        changes: BySeat<number>;
        eliminated: number[];
        hands?: BySeat<Card[]>;
        points?: BySeat<number>;
    }

    interface Match {
        over: boolean;
        winner: number | null;
        placement: BySeat<number>;
        reason: string | null;
    }

    /** What is the same for every step of a round. */
    interface Round {
        ruleset: string;
        round: number;
        dealer: number | null;
        commitment: string | null;
        score_kind: ScoreKind | null;
        reshuffle_limit: number | null;
        turn_up?: Card | null;
        wilds?: Face[];
    }

    /** What changes from step to step. */
    interface Step {
        turn: number;
        phase: Phase;
        active: number | null;
        stock: number;
        pile: number;
        top: Card | null;
        reshuffles: number;
        window: { discarder: number; card: Card } | null;
        result: Result | null;
        pile_cards?: Card[];
        known?: BySeat<Card[]>;
        melds?: Meld[];
    }

    interface Game extends Round, Step {
        rules_version: number;
        players: Player[];
        decks: number;
        last: Event[] | null;
        match: Match | null;
        history?: Event[];
    }

    type Draw = { do: 'draw'; from: Pile };
    type Discard = { do: 'discard'; card: Card };
    type Knock = { do: 'knock'; with?: KnockWith; discard?: Card; melds?: Card[][] };
    type Lay = { do: 'lay'; cards: Card[] };
    type LayOff = { do: 'lay_off'; meld: number; cards: Card[] };
    type Action = Draw | Discard | Knock | Lay | LayOff | { do: 'cut' } | { do: 'resign' };

    interface You {
        seat: number | null;
        user: string;
        host: boolean;
        code: string | null;
        reservation: number | null;
        may: string[];
        // with a seat in the match
        hand?: Card[];
        drawn?: Card | null;
        barred?: Card | null;
        /** the `with` of a knock -> what each opponent loses by it now */
        costs?: Partial<Record<string, number>>;
        legal?: Action[];
    }

    interface Clock {
        kind: 'draw' | 'discard' | 'window' | 'deal' | null;
        total: number | null;
    }

    /** The picture of a table. Times are milliseconds left when it was sent. */
    interface Table {
        type: 'table';
        v: number;
        left: number | null;
        absent: BySeat<number>;
        pause_left: number | null;
        closes_in: number | null;
        /** `room` and `seats` are left out where they are as they were. */
        table: { room?: Room; seats?: Seat[]; game: Game | null; clock: Clock };
        you: You;
    }

    // --- other messages of the server ------------------------------------------------------------------------------------

    interface Line {
        n: number;
        who: string;
        own: boolean;
        watching: boolean;
        /** Milliseconds since 1970. */
        at: number;
        phrase?: string;
        text?: string;
    }

    type Ack = { type: 'ack'; id: string; v: number };
    type Refused = { type: 'refused'; id: string | null; code: string };
    type Retry = { type: 'retry'; id: string | null };
    type Failed = { type: 'error'; id: string | null; reference: string };
    type Ping = { type: 'ping'; v: number };
    type Arranged = { type: 'arranged'; n: number; groups: Card[][]; ok: boolean[] };
    type Why = {
        type: 'why';
        id: string;
        melds: Card[][];
        rest: Card[];
        missing: number;
        wins: 'knock' | 'discard' | 'draw' | 'barred' | null;
    };
    type Said = { type: 'said'; lines: Line[]; muted?: string[] };
    type Bye = { type: 'bye'; code: string };
    type Message = Table | Ack | Refused | Retry | Failed | Ping | Arranged | Why | Said | Bye;

    /** All that the lobby's socket says. */
    type Lobby = { type: 'lobby'; v: number };

    // --- from the page ---------------------------------------------------------------------------------------------------

    type Act = { type: 'act'; round: number; turn: number; action: Action };
    type RoomWish = {
        type: 'room';
        do: string;
        seat?: number;
        level?: string;
        seconds?: number | null;
        on?: boolean;
        who?: string | null;
    };
    type Say = { type: 'say'; kind: 'phrase' | 'text'; text: string };
    type Mute = { type: 'mute'; on: boolean; seat?: number; who?: string | null; line?: number };
    /** What is answered, under an id of the page's choice. */
    type Request = Act | RoomWish | Say | Mute | { type: 'why' };
    type Asked = Request & { id: string };
    type Arrange = { type: 'arrange'; n: number; groups: Card[][] };
    /** What is sent once and not answered. */
    type Note = Arrange | { type: 'ping' } | { type: 'pong'; v: number } | { type: 'sync' };
}
