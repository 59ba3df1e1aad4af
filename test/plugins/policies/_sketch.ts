/** Compiles one policy by itself and calls its hooks, on routes, calls and replies of which a test says what matters. */
import type {
  Call,
  Compiled,
  Failure,
  Field,
  Outcome,
  Plugin,
  Policy,
  PolicyContext,
  Reply,
  Representation,
  Route,
  RouteFacts,
  SealedRoute,
} from "waymark";
import { parsePath } from "../../../registry/path.ts";

/** What a test says about a route; the rest is a plain `GET /api/things`. */
export interface RouteSketch extends Partial<Omit<SealedRoute, "declaration">> {
  readonly declaration?: object;
}

export function sketchRoute(sketch: RouteSketch = {}): SealedRoute {
  const { declaration, ...rest } = sketch;
  const path = sketch.path ?? "/api/things";
  const declared = { method: "GET", path, summary: "Things.", cache: "no-store", ...declaration };
  return {
    id: "listThings",
    ref: "things.listThings",
    plugin: "things",
    method: "GET",
    path,
    kind: "returns",
    pattern: parsePath(path),
    declaration: declared as unknown as Route, // tests are free to say what no author could
    mediaTypes: ["application/json"],
    schema: undefined,
    allow: "GET, HEAD, OPTIONS",
    document: false,
    policies: [],
    plans: { ok: NONE, redirect: NONE, notModified: NONE, error: NONE, options: NONE },
    vary: "Accept",
    relations: [],
    errorForms: [],
    computed: () => ({}),
    ...rest,
  };
}

const NONE = { fixed: [], bodySlots: [], slots: [] };

export interface CallSketch extends Partial<Omit<Call, "header">> {
  readonly headers?: Readonly<Record<string, string>>;
}

export function sketchCall({ headers = {}, ...rest }: CallSketch = {}): Call {
  return {
    method: "GET",
    path: "/api/things",
    search: "",
    header: (name) => headers[name],
    client: "192.0.2.1",
    secure: false,
    host: "localhost",
    startedAt: 0,
    route: sketchRoute(),
    params: {},
    allow: "GET, HEAD, OPTIONS",
    states: [],
    requestId: undefined,
    traceId: undefined,
    preferences: {},
    ...rest,
  };
}

export function sketchReply(sketch: Partial<Reply> = {}): Reply {
  return {
    outcome: "ok",
    status: 200,
    representation: undefined,
    failure: undefined,
    facts: {},
    ...sketch,
  };
}

export function sketchFailure(sketch: Partial<Failure> = {}): Failure {
  return { code: "not-found", status: 404, message: "Nothing is served at this path.", ...sketch };
}

export function sketchRepresentation(sketch: Partial<Representation> = {}): Representation {
  const bytes = sketch.bytes ?? new TextEncoder().encode("{}");
  return {
    contentType: "application/json",
    coding: "identity",
    byteLength: bytes.byteLength,
    etag: '"tag"',
    sha256: "c2hhMjU2",
    bytes,
    ...sketch,
  };
}

export interface CompileSketch {
  readonly route?: RouteFacts;
  /** As an operator writes them. */
  readonly options?: object;
  /** What the route says under the policy's key. */
  readonly value?: unknown;
  readonly services?: Readonly<Record<string, unknown>>;
  readonly href?: PolicyContext<unknown, Readonly<Record<never, never>>>["href"];
}

/** Compiles the plugin's only policy. Undefined: it has nothing to do with the route. */
export function compilePolicy(plugin: Plugin, sketch: CompileSketch = {}): Compiled | undefined {
  const { route = sketchRoute(), value, services = {}, href = () => undefined } = sketch;
  const context = {
    options: validOptions(plugin, sketch.options),
    use: () => services,
    href,
    baseUrl: () => "https://api.example.org",
  };
  // The kernel hands on what it validated in the same way.
  return onlyPolicy(plugin).compile(route, context as never, value as never);
}

/** As {@link compilePolicy}, for routes that the policy takes part in. */
export function compiled(plugin: Plugin, sketch: CompileSketch = {}): Compiled {
  const result = compilePolicy(plugin, sketch);
  if (result === undefined) throw new Error(`${plugin.id} takes no part in this route`);
  return result;
}

export function statementOf(
  plugin: Plugin,
  routes: readonly SealedRoute[],
  { options, href = () => undefined }: Pick<CompileSketch, "options" | "href"> = {},
): unknown {
  const valid = validOptions(plugin, options) as never;
  const view = { written: [], read: [] };
  return onlyPolicy(plugin).statement?.({ options: valid, routes, view, href });
}

/** Options validated and defaulted. Throws what the schema objects to. */
export function validOptions(plugin: Plugin, options: object = {}): unknown {
  const result = plugin.options?.["~standard"].validate(options);
  if (result instanceof Promise) throw new Error("options are validated synchronously");
  if (result?.issues) throw new Error(result.issues.map(({ message }) => message).join("; "));
  return result?.value;
}

function onlyPolicy({ policies = [] }: Plugin): Policy {
  const [policy, ...others] = policies;
  if (policy === undefined || others.length > 0) throw new Error("the plugin has one policy");
  return policy;
}

export interface AnswerSketch {
  readonly call?: Call;
  readonly reply?: Reply;
  /** What `begin` returned. Default: it is asked. */
  readonly state?: unknown;
  /** What other policies added, by header. */
  readonly added?: Readonly<Record<string, readonly string[]>>;
}

/** The policy's headers of one answer; absent ones are left out. */
export function headersOf(
  { begin, fields }: Compiled,
  outcome: Outcome,
  at: AnswerSketch = {},
): Readonly<Record<string, string>> {
  const { call = sketchCall(), reply = sketchReply({ outcome }), added = {} } = at;
  const state = "state" in at ? at.state : begin?.(call);
  const view = { added: (header: string) => added[header] ?? [], written: [], read: [] };
  const entries: [string, Field][] = Object.entries(fields?.(outcome, view) ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, field]) => {
      const value =
        typeof field === "function"
          ? field(call, reply, state)
          : typeof field === "object"
            ? field.ofBody(reply)
            : field;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
