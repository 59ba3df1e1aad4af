/**
 * Conformance tests of policies: the cases with which `waymark check` tests that a policy does what it states. The
 * modules are loaded when a check begins, never by a start.
 */
import type { Registry, Schema, SealedRoute } from "waymark";

/** The conformance test of one policy. The names of its cases begin with the policy: `cors: preflight`. */
export interface PolicyConformance<S = unknown> {
  /**
   * The parts of the policy's statement that the cases read, as a schema: zod's, or another that is both Standard
   * Schema and Standard JSON Schema. A statement that it refuses is a failure. Default: the statement as it is.
   */
  readonly statement?: Schema<unknown, S>;
  /** Cases that test each key of the policy's statement. Empty for a policy that states nothing. */
  readonly covers: Readonly<Record<string, readonly string[] | Untestable>>;
  /** Headers of the policy that some answers lack though others have them, in their usual spelling, each with the reason. */
  readonly optional?: Readonly<Record<string, string>>;
  /**
   * Headers of the policy that differ on GET and HEAD, in their usual spelling, each with the reason. Headers that differ
   * on each request are found by asking twice.
   */
  readonly ofMethod?: Readonly<Record<string, string>>;
  /** Parts that differ between runs in values of the policy's headers, by header, for snapshots. */
  readonly masks?: Readonly<Record<string, Mask>>;
  /** Returns the headers, by lower-case name, of each request of the check. A case may replace them. */
  sends?(statement: NoInfer<S>): Readonly<Record<string, string>>;
  /**
   * Returns what an answer reports of a limit that the policy sets for its client; undefined if it reports none. A check
   * of a server that others use leaves half of the limit to them.
   */
  quota?(answer: Answer, statement: NoInfer<S>): Quota | undefined;
  /** Cases of the server as a whole, run before all others. */
  server?(context: CheckContext, statement: NoInfer<S>): readonly Case[];
  /** Cases of each operation. */
  operation?(operation: Operation, context: CheckContext, statement: NoInfer<S>): readonly Case[];
  /** Cases that send nothing, and inspect what an operation has answered in all other cases. */
  answers?(operation: Operation, context: CheckContext, statement: NoInfer<S>): readonly Case[];
  /** Cases run after all operations, for instance because they use up a limit. */
  after?(context: CheckContext, statement: NoInfer<S>): readonly PolicyCase[];
  /** Returns the costliest requests that the server's limits allow: none may hold the event loop for long. */
  dearest?(
    context: { readonly registry: Registry; readonly nonce: string },
    statement: NoInfer<S>,
  ): readonly DearRequest[];
  /** Cases between the nodes of a service, run by a check that has their addresses. */
  nodes?(context: NodesContext, statement: NoInfer<S>): readonly NodeCase[];
}

/** A request that a policy names as dear. It has the `nonce` in it, so that no kept answer helps. */
export interface DearRequest {
  /** Name of the request in reports. */
  readonly name: string;
  readonly target: string;
  readonly question: Question;
}

/** The part of a text that differs between runs, and its replacement, which may name groups as `$1`. */
export type Mask = readonly [part: RegExp, replacement: string];

/** Reason why no case can test a key of a statement: it advises, promises or describes. */
export interface Untestable {
  readonly because: string;
}

/** Test case of a policy. `skipped` is the reason for not running it. */
export type Case =
  | { readonly name: string; run(): Promise<readonly Violation[]>; readonly skipped?: never }
  | { readonly name: string; readonly skipped: string; readonly run?: never };

/** A limit of requests, and how much of it is left to the client. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the full limit is available again. */
  readonly resetSeconds: number;
}

/** A case with the operation that it is about, if it is about one. */
export type PolicyCase = Case & { readonly operation?: Operation };

/** A case between nodes, with the law that holds when it passes: `a cursor is valid at every node`. */
export type NodeCase = Case & { readonly law: string };

/** A difference between the declaration and an answer. */
export interface Violation {
  readonly expected: string;
  readonly received: string;
  /** The next step. Default: a command that explains the route or the policy. */
  readonly hint?: string;
}

/** A request of a case. */
export interface Question {
  /** Default: GET, or the route's own for requests of an operation. */
  readonly method?: string;
  /** Request headers by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of a header that is sent twice. */
  readonly twice?: string | undefined;
  readonly body?: string | undefined;
  /** Send these headers and wait for the answer, though a body was announced. */
  readonly withoutBody?: boolean;
  /** Take the first bytes of the answer, or all until this returns true for the text so far, and hang up. */
  readonly firstBytes?: boolean | ((received: string) => boolean);
  /** Address of the client. Default: a new one each time, if the server trusts our `X-Forwarded-For`. */
  readonly client?: string;
  /** Send it as a stranger: without the headers of conformance tests and the credentials of the check. */
  readonly anonymous?: boolean;
  /** Return a 429 as the answer. Default: wait as long as Retry-After says, and send the request again. */
  readonly noRetry?: boolean;
}

/** An answer as it was on the wire: no header added, no body decoded, no redirect followed. */
export interface Answer {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Request headers by lower-case name. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Request headers that the case set; the others are in all requests, or tell clients apart. */
  readonly caseHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  /** Response headers by lower-case name; repeated fields are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the fields that came more than once, in lower case. */
  readonly repeated: readonly string[];
  /** Body as received, before any coding is undone. */
  readonly body: Buffer;
}

/** An answer with the route whose headers it must have. */
export interface RecordedAnswer {
  readonly answer: Answer;
  readonly route: SealedRoute;
}

/** A route under test, at a path whose parameters exist. */
export interface Operation {
  readonly route: SealedRoute;
  /** Path and, if the route needs one, query. */
  readonly target: string;
  readonly path: string;
  /** All answers so far. */
  readonly answers: readonly RecordedAnswer[];
  /** A request that fits the route, with its body; or why none is sent, or that none was found. */
  readonly sample: {
    readonly request?: Question;
    readonly skipped?: string;
    readonly missing?: Violation;
  };
  /** Returns the answer to a request without headers of a case, sent once. */
  base(): Promise<Answer>;
  /** Sends a request to the target, by default with the route's method. */
  ask(question?: Question): Promise<Answer>;
  /** Sends a request with further query parameters: `limit=1`. */
  askWith(search: string, question?: Question): Promise<Answer>;
  /** Sends a request to another target, recorded as an answer of this operation. */
  askAt(target: string, question?: Question): Promise<Answer>;
}

/** A way to the data of a route other than a request to it. */
export interface Door {
  /** The route, as `plugin.routeId`. */
  readonly reads: string;
  /** Returns a request that reads the route, path parameters filled with these values, its body as in this sample. */
  request(
    params: Readonly<Record<string, string>>,
    sample: Pick<Question, "body">,
  ): {
    readonly target: string;
    readonly question: Question;
  };
  /** Checks that an answer to that request holds data of the route. */
  opens(answer: Answer): boolean;
}

/** The doors of a plugin that answers with data of other routes. */
export type Doors = (registry: Registry) => readonly Door[];

/** The context of cases: the registry as the expectation, and the server under test. */
export interface CheckContext {
  readonly registry: Registry;
  readonly target: {
    /** Scheme and authority. */
    readonly origin: string;
    /**
     * Only this check uses the server: it trusts our `X-Forwarded-*`, its data may be changed and its limits used up.
     * Otherwise it is a deployment, perhaps behind proxies.
     */
    readonly exclusive: boolean;
    /** True if the check may change the data of a server that others use, too. Default: false. */
    readonly writes?: boolean;
    /** True if the check may use up limits, as nothing else depends on them. Default: half of each is left to others. */
    readonly spends?: boolean;
  };
  /** Routes with paths that exist, in the registry's order. */
  readonly operations: readonly Operation[];
  /** The limits of a server that others use may be used up too. */
  readonly exhaust: boolean;
  /** Sends a request whose answer no operation records. */
  ask(target: string, question?: Question): Promise<Answer>;
  /** Returns the answer to one method at a target, requested once. Default: GET. */
  read(target: string, method?: string): Promise<Answer>;
}

/** A node of a service, at its own address. */
export interface ServiceNode {
  readonly origin: string;
  ask(target: string, question?: Question): Promise<Answer>;
}

/** The context of cases between nodes. Its own requests, and its operations' requests, go to the first node. */
export interface NodesContext extends CheckContext {
  /** Nodes of the service, at least two. */
  readonly nodes: readonly ServiceNode[];
  /** The ways to make resources; none if the data of the service may not be changed. */
  readonly creations: readonly Creation[];
}

/** A way to make resources that are removed again. */
export interface Creation {
  readonly operation: Operation;
  /** Makes one by a request to a node; or why none could be made. */
  make(node: ServiceNode): Promise<{ readonly path: string } | { readonly missing: string }>;
  remove(node: ServiceNode, path: string): Promise<void>;
}

/** Defines the conformance test of a policy: the default export of the module that the policy names as `conformance`. */
export function defineConformance<S = unknown>(test: PolicyConformance<S>): PolicyConformance {
  return test;
}
