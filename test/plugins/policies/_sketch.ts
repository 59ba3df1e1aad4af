/**
 * Policies on made-up routes, calls and replies, of which a test says what matters: one policy's hooks by themselves
 * (`compiled`), or policies together as sealing compiles them (`compile`).
 */
import type {
  Call,
  CompiledPolicy,
  Outcome,
  Plugin,
  Policy,
  PolicyContext,
  Reply,
  Route,
  Schema,
  SealedRoute,
  Point,
} from "waymark";
import type { Failure, Field, Representation, RouteBase, PointToken } from "waymark/advanced";
import {
  compileRoute,
  headerNames,
  type OwnedPolicy,
} from "../../../registry/seal/compile/compile.ts";
import { errorForm } from "../../../registry/seal/published.ts";
import { parsePath } from "../../../registry/contract/route/path.ts";

/** The parts of a route that a test sets; the rest is a plain `GET /api/things`. */
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
    site: false,
    pattern: parsePath(path),
    declaration: declared as unknown as Route, // tests are free to say what no author could
    mediaTypes: ["application/json"],
    schema: undefined,
    schemaMediaTypes: ["application/json"],
    allow: "GET, HEAD, OPTIONS",
    accepts: [],
    document: false,
    upload: undefined,
    represents: undefined,
    answersAs: undefined,
    engine: undefined,
    policies: [],
    values: new Map(),
    plans: { ok: NONE, redirect: NONE, notModified: NONE, error: NONE, options: NONE },
    credentials: [],
    vary: "Accept",
    relations: [],
    itemRelations: [],
    creates: undefined,
    errorForms: [],
    view: undefined,
    computed: () => ({}),
    ...rest,
  };
}

const NONE = { fixed: [], bodySlots: [], slots: [], personalVary: undefined };

export interface CallSketch extends Partial<Omit<Call, "header">> {
  readonly headers?: Readonly<Record<string, string>>;
}

export function sketchCall(sketch: CallSketch = {}): Call {
  const { headers = {}, route = sketchRoute(), ...rest } = sketch;
  return {
    method: route.method,
    path: route.path,
    search: "",
    header: (name) => headers[name],
    isRepeated: () => false,
    charged: 0,
    charge: () => {},
    principal: undefined,
    client: "192.0.2.1",
    secure: false,
    host: "api.example",
    proxied: false,
    startedAt: 0,
    durationMs: 0,
    route,
    params: {},
    allow: route.allow,
    states: [],
    value: () => undefined,
    requestId: undefined,
    trace: undefined,
    preferences: {},
    ...rest,
  };
}

const STATUSES = { ok: 200, redirect: 301, notModified: 304, error: 404, options: 204 };

export function sketchReply({ outcome = "ok", ...sketch }: Partial<Reply> = {}): Reply {
  return {
    outcome,
    status: STATUSES[outcome],
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
    version: "tag",
    sha256: "c2hhMjU2",
    bytes,
    ...sketch,
  };
}

/** Context in which policies compile: the rest of the service, as far as it matters to them. */
export interface Setting {
  /** Options as an operator writes them; of several plugins, the first one's. */
  readonly options?: object;
  /** Instances by the name that policies use them under. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** The state of the plugin. Default: none. */
  readonly state?: unknown;
  /** Default: no other route is on. */
  readonly href?: PolicyContext<unknown, Readonly<Record<never, never>>>["href"];
}

function contextOf(
  plugin: Plugin,
  { options = {}, services = {}, state, href = () => undefined }: Setting,
): OwnedPolicy["context"] {
  // The kernel hands on what it validated and started in the same way.
  const use = () => services as never;
  return {
    options: validOptions(plugin, options),
    use,
    state: () => state as never,
    href,
    baseUrl: () => "https://api.example.org",
    identifiers: [],
    languages: ["en"],
  };
}

export interface CompileSketch extends Setting {
  readonly route?: RouteBase;
  /** The route's value under the policy's key. */
  readonly value?: unknown;
}

/** Compiles the plugin's only policy. Undefined: it has nothing to do with the route. */
export function compilePolicy(
  plugin: Plugin,
  sketch: CompileSketch = {},
): CompiledPolicy | undefined {
  const { route = sketchRoute(), value } = sketch;
  return onlyPolicy(plugin).compile(route, contextOf(plugin, sketch) as never, value as never);
}

/** Does as {@link compilePolicy}, for routes in which the policy takes part. */
export function compiled(plugin: Plugin, sketch: CompileSketch = {}): CompiledPolicy {
  const result = compilePolicy(plugin, sketch);
  if (result === undefined) throw new Error(`${plugin.id} takes no part in this route`);
  return result;
}

/** Options validated and defaulted. Throws what the schema objects to. */
export function validOptions(plugin: Plugin, options: object = {}): unknown {
  const result = validate(plugin.options, options);
  if (result?.issues) throw new Error(result.issues.map(({ message }) => message).join("; "));
  return result?.value;
}

/** Messages of what a schema objects to. */
export function objections(schema: Schema | undefined, value: unknown): readonly string[] {
  if (schema === undefined) throw new Error("there is no schema");
  return (validate(schema, value)?.issues ?? []).map(({ message }) => message);
}

function validate(schema: Schema | undefined, value: unknown) {
  const result = schema?.["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("schemas validate synchronously");
  return result;
}

function onlyPolicy({ policies = [] }: Plugin): Policy {
  const [policy, ...others] = policies;
  if (policy === undefined || others.length > 0) throw new Error("the plugin has one policy");
  return policy;
}

/** A point to which no plugin contributes. Its `seal` has no use for a registry then. */
const sealEmpty = <Sealed>(point: PointToken<Sealed>): Sealed =>
  (point as Point<unknown, Sealed>).seal([], undefined as never);

export function statementOf(
  plugin: Plugin,
  routes: readonly SealedRoute[],
  setting: Setting = {},
): unknown {
  const { options, href } = contextOf(plugin, setting);
  const view = { written: [], read: [] };
  return onlyPolicy(plugin).statement?.({
    options: options as never,
    routes,
    view,
    href,
    of: sealEmpty,
    identifiers: [],
    languages: ["en"],
  });
}

export interface AnswerSketch {
  readonly call?: Call;
  readonly reply?: Reply;
  /** The return value of `begin`. Default: `begin` is called. */
  readonly state?: unknown;
  /** Values that other policies added, by header. */
  readonly added?: Readonly<Record<string, readonly string[]>>;
}

/** The policy's headers of one answer; absent ones are left out. */
export function headersOf(
  { begin, fields }: CompiledPolicy,
  outcome: Outcome,
  at: AnswerSketch = {},
): Readonly<Record<string, string>> {
  const { call = sketchCall(), reply = sketchReply({ outcome }), added = {} } = at;
  const state = "state" in at ? at.state : begin?.(call);
  const view = { contributed: (header: string) => added[header] ?? [], written: [], read: [] };
  const entries: [string, Field][] = Object.entries(fields?.(outcome, view) ?? {});
  return present(
    entries.map(([name, field]) => [
      name,
      typeof field === "function"
        ? field(call, reply, state)
        : typeof field === "object"
          ? field.ofBody(reply)
          : field,
    ]),
  );
}

function present(
  headers: readonly (readonly [string, string | undefined])[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Compiles all policies of the plugins for one route, in two passes. */
export function compile(
  plugins: readonly Plugin[],
  { route: routeSketch, options, ...setting }: Setting & { readonly route?: RouteSketch } = {},
) {
  const policies = plugins.flatMap((plugin, index) => {
    const own = index === 0 && options !== undefined ? { ...setting, options } : setting;
    const context = contextOf(plugin, own);
    return (plugin.policies ?? []).map((policy) => ({ policy, plugin: plugin.id, context }));
  });
  const names = headerNames(policies, []);
  const links = { relations: [], itemRelations: [], creates: undefined, computed: () => ({}) };
  const facts = sketchRoute(routeSketch);
  const route = { ...facts, ...compileRoute(facts, policies, names, errorForm, links) };

  return {
    route,
    /** The call after every `begin`, and the headers of its answer. */
    answer(outcome: Outcome, asked: CallSketch = {}, reply: Partial<Reply> = {}) {
      const call = sketchCall({ route, ...asked });
      for (const { index, compiled: own } of route.policies) call.states[index] = own.begin?.(call);
      const full = sketchReply({ outcome, ...reply });
      const { fixed, bodySlots, slots } = route.plans[outcome];
      const headers = present([
        ...fixed.flatMap((name, at) => (at % 2 === 0 ? [[name, fixed[at + 1]] as const] : [])),
        ...bodySlots.map(({ name, value }) => [name, value(full)] as const),
        ...slots.map(
          ({ name, index, value }) => [name, value(call, full, call.states[index])] as const,
        ),
      ]);
      return { call, headers };
    },
    /** Runs every `observe`. */
    observe(call: Call, reply: Partial<Reply>) {
      for (const { index, compiled: own } of route.policies) {
        own.observe?.(call, sketchReply(reply), call.states[index] as never);
      }
    },
    /** The statement of the first policy. */
    statement(routes: readonly SealedRoute[] = [route]): unknown {
      const [first] = policies;
      if (first === undefined) throw new Error("there is no policy");
      const { href, options: valid } = first.context;
      return first.policy.statement?.({
        options: valid as never,
        routes,
        of: sealEmpty,
        view: names,
        href,
        identifiers: [],
        languages: ["en"],
      });
    },
  };
}
