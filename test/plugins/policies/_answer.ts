/** Compiles policies for one made-up route, as sealing does, and asks for the headers of one answer. */
import type { Call, Outcome, Reply } from "../../../registry/call.ts";
import { compileRoute, headerNames, type OwnedPolicy } from "../../../registry/compile.ts";
import { errorForm } from "../../../registry/error-form.ts";
import { parsePath } from "../../../registry/path.ts";
import type { Plugin } from "../../../registry/plugin.ts";
import type { RouteFacts, SealedRoute } from "../../../registry/registry.ts";
import type { Route } from "../../../registry/route.ts";
import type { Schema } from "../../../registry/schema.ts";

export interface Setting {
  readonly facts?: Partial<RouteFacts>;
  /** What the route says beside the necessary, such as policies' keys. */
  readonly declared?: Readonly<Record<string, unknown>>;
  /** As an operator writes them, for the first plugin. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Instances by the name that policies use them under. */
  readonly use?: Readonly<Record<string, unknown>>;
  /** Paths by route reference. */
  readonly paths?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly search?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secure?: boolean;
  readonly host?: string;
}

export function compile(plugins: readonly Plugin[], setting: Setting = {}) {
  const href = (ref: string) => setting.paths?.[ref];
  const policies = plugins.flatMap((plugin, index) =>
    (plugin.policies ?? []).map((policy): OwnedPolicy => {
      const options = validate(plugin.options, index === 0 ? (setting.options ?? {}) : {});
      const use = () => (setting.use ?? {}) as never;
      const context = { options, use, href, baseUrl: () => "http://localhost" };
      return { policy, plugin: plugin.id, context };
    }),
  );
  const names = headerNames(policies);
  const links = { relations: [], computed: () => ({}) };
  const route = compileRoute(factsOf(setting), policies, names, errorForm, links);

  return {
    route,
    /** The call after every `begin`, and the headers of its answer. */
    answer(outcome: Outcome, asked: Asked = {}, reply: Partial<Reply> = {}) {
      const call = callOf(route, asked);
      for (const { index, compiled } of route.policies) call.states[index] = compiled.begin?.(call);
      const full = replyOf(outcome, reply);
      const { fixed, bodySlots, slots } = route.plans[outcome];
      const headers: Record<string, string> = {};
      for (let at = 0; at < fixed.length; at += 2) headers[fixed[at] ?? ""] = fixed[at + 1] ?? "";
      for (const { name, value } of bodySlots) {
        const text = value(full);
        if (text !== undefined) headers[name] = text;
      }
      for (const { name, index, value } of slots) {
        const text = value(call, full, call.states[index]);
        if (text !== undefined) headers[name] = text;
      }
      return { call, headers };
    },
    /** Runs every `observe`. */
    observe(call: Call, reply: Partial<Reply>) {
      for (const { index, compiled } of route.policies) {
        compiled.observe?.(
          call,
          replyOf(reply.outcome ?? "ok", reply),
          call.states[index] as never,
        );
      }
    },
    statement(routes: readonly SealedRoute[] = [route]): unknown {
      const { policy, context } = policies[0] ?? {};
      const options = context?.options as never;
      return policy?.statement?.({ options, routes, view: names, href });
    },
  };
}

/** Messages of what the plugin's options schema objects to. */
export function objections(schema: Schema | undefined, value: unknown): readonly string[] {
  const result = schema?.["~standard"].validate(value);
  if (result === undefined || result instanceof Promise) throw new Error("a synchronous schema");
  return (result.issues ?? []).map(({ message }) => message);
}

export function callOf(route: SealedRoute, asked: Asked = {}): Call {
  return {
    method: asked.method ?? route.method,
    path: asked.path ?? route.path,
    search: asked.search ?? "",
    header: (name) => asked.headers?.[name],
    client: "192.0.2.1",
    secure: asked.secure ?? false,
    host: asked.host ?? "api.example",
    startedAt: performance.now(),
    route,
    params: {},
    allow: route.allow,
    states: [],
    requestId: undefined,
    traceId: undefined,
    preferences: {},
  };
}

function replyOf(outcome: Outcome, reply: Partial<Reply>): Reply {
  const status = { ok: 200, redirect: 301, notModified: 304, error: 404, options: 204 }[outcome];
  return { outcome, status, representation: undefined, failure: undefined, facts: {}, ...reply };
}

function factsOf({ facts, declared }: Setting): RouteFacts {
  const path = facts?.path ?? "/api/things";
  const declaration = { method: "GET", path, summary: "Things.", cache: "no-store", ...declared };
  return {
    id: "listThings",
    ref: "things.listThings",
    plugin: "things",
    method: "GET",
    path,
    kind: "returns",
    pattern: parsePath(path),
    declaration: declaration as unknown as Route,
    mediaTypes: ["application/json"],
    schema: undefined,
    allow: "GET, HEAD, OPTIONS",
    document: false,
    ...facts,
  };
}

function validate(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise || result.issues !== undefined) {
    throw new Error(`options that fit: ${JSON.stringify(result)}`);
  }
  return result.value;
}
