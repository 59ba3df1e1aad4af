/**
 * How a policy's statement is proved: requests that `waymark check` sends to a server, each with the expected answer.
 * Conformance tests are loaded when a check begins, never by a start.
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
  /** Cases for the whole server, run once before all others. */
  service?(world: World, statement: unknown): readonly Case[];
  /** Cases for each operation. */
  operation?(op: Operation, world: World, statement: unknown): readonly Case[];
  /** Checks the recorded answers of an operation to all other cases; sends no requests. */
  recorded?(op: Operation, world: World, statement: unknown): readonly Case[];
  /** Cases that run when all operations are done, such as those that use up limits. */
  after?(world: World, statement: unknown): readonly (Case & { readonly op?: Operation })[];
}

/** Why nothing can prove a key of a statement: it advises, promises or describes. */
export interface Unprovable {
  readonly because: string;
}

/** One case. `notAsked` is the reason why it is skipped; then there is nothing to run. */
export type Case =
  | { readonly name: string; run(): Promise<readonly Problem[]>; readonly notAsked?: never }
  | { readonly name: string; readonly notAsked: string; readonly run?: never };

/** One thing that is not as declared. */
export interface Problem {
  readonly expected: string;
  readonly received: string;
  /** The next step. Default: a command that explains the route or the policy. */
  readonly hint?: string;
}

/** A request of a case. */
export interface Question {
  /** Default: GET; for an operation the method of its route. */
  readonly method?: string;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Send these headers and wait for the answer, though a body was announced. */
  readonly withoutBody?: boolean;
  /** Take the first bytes of the answer and hang up. */
  readonly firstBytes?: boolean;
  /** Address of the client. Default: a new one each time, where the server trusts our headers. */
  readonly client?: string;
  /** Take a 429 as the answer instead of waiting for Retry-After and repeating the request. */
  readonly unpaced?: boolean;
}

/** An answer as it was on the wire: no header added, no body decoded, no redirect followed. */
export interface Answer {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Request headers by lower-case name. */
  readonly sent: Readonly<Record<string, string>>;
  /** Those of them that the question named; the others are the same for all requests, or identify clients. */
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

/** A route under test, at a path whose parameters exist. */
export interface Operation {
  readonly route: SealedRoute;
  /** Path and, where the route needs one, query. */
  readonly target: string;
  readonly path: string;
  /** Its answers so far. */
  readonly recorded: readonly Recorded[];
  /** Returns the answer to its plain request, which is sent once. */
  base(): Promise<Answer>;
  /** Its own request, with its own method. */
  ask(question?: Question): Promise<Answer>;
  /** With further query parameters: `limit=1`. */
  askWith(search: string, question?: Question): Promise<Answer>;
  /** Another target, recorded as an answer of this operation. */
  askAt(target: string, question?: Question): Promise<Answer>;
}

/** The context of cases: the registry as the expectation, and the server under test. */
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
  /** Returns an answer that is requested once and kept. Default: to GET. */
  read(target: string, method?: string): Promise<Answer>;
}
