/**
 * How what a policy states is proved: questions that `waymark check` asks of a service, each with what must come back.
 * Proofs are loaded when a check begins; a start never reads them.
 */
import type { Registry } from "./registry.ts";
import type { SealedRoute } from "./sealed-route.ts";

/** The proof of one policy. Its cases are named after it: `cors: preflight`. */
export interface PolicyProof {
  /** For each key of the policy's statement the cases that prove it. Empty for a policy that states nothing. */
  readonly proves: Readonly<Record<string, readonly string[] | Unprovable>>;
  /** Headers of the policy that some answers lack though others have them, in their usual spelling, each with the reason. */
  readonly optional?: Readonly<Record<string, string>>;
  /** Headers of the policy that HEAD need not have as GET had them, in their usual spelling, each with the reason. */
  readonly volatile?: Readonly<Record<string, string>>;
  /** Headers, by lower-case name, for each request of the check that does not name them itself. */
  sends?(): Readonly<Record<string, string>>;
  /** Asked of the service once, before everything else. */
  service?(world: World, statement: unknown): readonly Case[];
  /** Asked of each operation. */
  operation?(op: Operation, world: World, statement: unknown): readonly Case[];
  /** Looks at what an operation has answered to all other cases; asks nothing itself. */
  recorded?(op: Operation, world: World, statement: unknown): readonly Case[];
  /** Asked when all operations are through: the place for what uses up limits. */
  after?(world: World, statement: unknown): readonly (Case & { readonly op?: Operation })[];
}

/** Why nothing can prove a key of a statement: it advises, promises or describes. */
export interface Unprovable {
  readonly because: string;
}

/** One question to the service. `notAsked` says why it stays open; then there is nothing to run. */
export type Case =
  | { readonly name: string; run(): Promise<readonly Problem[]>; readonly notAsked?: never }
  | { readonly name: string; readonly notAsked: string; readonly run?: never };

/** One thing that is not as declared. */
export interface Problem {
  readonly expected: string;
  readonly received: string;
  /** What to do next. Default: a command that explains the route or the policy. */
  readonly hint?: string;
}

/** A request of a case. */
export interface Question {
  /** Default GET, and the route's own for what an operation asks. */
  readonly method?: string;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Send these headers and wait for the answer, though a body was announced. */
  readonly withoutBody?: boolean;
  /** Take the first bytes of the answer and hang up. */
  readonly firstBytes?: boolean;
  /** Address of who asks. Default: somebody new each time, where the service believes us. */
  readonly client?: string;
  /** Take a 429 as the answer, where others wait as long as Retry-After says and ask again. */
  readonly unpaced?: boolean;
}

/** An answer as it was on the wire: no header added, no body decoded, no redirect followed. */
export interface Answer {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Request headers by lower-case name. */
  readonly sent: Readonly<Record<string, string>>;
  /** Those of them that the question named; the others are the same for all requests, or tell clients apart. */
  readonly named: Readonly<Record<string, string>>;
  readonly status: number;
  /** By lower-case name; repeated fields are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the fields that came more than once, in lower case. */
  readonly repeated: readonly string[];
  /** As received, before any coding is undone. */
  readonly body: Buffer;
}

/** An answer with the route whose headers it must have. */
export interface Recorded {
  readonly answer: Answer;
  readonly route: SealedRoute;
}

/** A route that is asked, at a path whose parameters exist. */
export interface Operation {
  readonly route: SealedRoute;
  /** Path and, where the route needs one, query. */
  readonly target: string;
  readonly path: string;
  /** What it has answered so far. */
  readonly recorded: readonly Recorded[];
  /** The answer to its own plain request, asked for once. */
  base(): Promise<Answer>;
  /** Its own request, with its own method. */
  ask(question?: Question): Promise<Answer>;
  /** With further query parameters: `limit=1`. */
  askWith(search: string, question?: Question): Promise<Answer>;
  /** Another target, recorded as an answer of this operation. */
  askAt(target: string, question?: Question): Promise<Answer>;
}

/** What cases work with: the registry as the expectation, and the service under test. */
export interface World {
  readonly registry: Registry;
  readonly target: {
    /** Scheme and authority. */
    readonly origin: string;
    /**
     * It is ours alone: it believes our `X-Forwarded-*`, its data may be changed and its limits used up. Else it is
     * somebody's, perhaps with proxies in front.
     */
    readonly own: boolean;
  };
  /** Routes with paths that exist, in the registry's order. */
  readonly operations: readonly Operation[];
  /** Limits of a service that is not ours alone may be used up too. */
  readonly exhaust: boolean;
  /** An answer that no operation records. */
  ask(target: string, question?: Question): Promise<Answer>;
  /** An answer that is asked for once and remembered. Default: to GET. */
  read(target: string, method?: string): Promise<Answer>;
}
