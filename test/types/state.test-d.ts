/** The state that `setup` returns reaches a plugin's own parts with its type, and policies that expect another are reported. */
import { expectTypeOf, test } from "vitest";
import { definePlugin, definePolicy, ownState, service } from "waymark";
import { z } from "zod";

class Counter {
  count = 0;
}
const Mailer = service<{ send(to: string): void }>("mailer");
const Count = z.object({ count: z.int() });
const plugin = { id: "x", summary: "X." } as const;
const routes = {
  count: { method: "GET", path: "/count", summary: "Count.", cache: "no-store", returns: Count },
} as const;
const counting = definePolicy({
  id: "counting",
  state: ownState<Counter>(),
  compile: (_route, { state }) => ({
    observe: () => {
      expectTypeOf(state()).toEqualTypeOf<Counter>();
    },
  }),
});
const stateless = definePolicy({ id: "stateless", compile: () => undefined });

test("handlers, loaders, health, metrics and commands get the state that setup returns", () => {
  definePlugin({
    ...plugin,
    options: z.strictObject({ limit: z.int().default(5) }),
    routes,
    setup: (_use, { options }) => ({ state: { counter: new Counter(), limit: options.limit } }),
    handlers: (_use, { state, options }) => {
      expectTypeOf(state).toEqualTypeOf<{ counter: Counter; limit: number }>();
      expectTypeOf(options.limit).toEqualTypeOf<number>();
      return { count: () => ({ count: state.counter.count }) };
    },
    loaders: (_use, { state }) => {
      expectTypeOf(state.limit).toEqualTypeOf<number>();
      return {};
    },
    health: (_use, { state }) => ({ count: () => void state.counter.count }),
    metrics: (_use, { state }) => ({
      limit: { help: "The limit.", type: "gauge", read: () => state.limit },
    }),
    commands: {
      x: { summary: "X.", run: (_use, { state }) => void state.counter.count++ },
    },
  });
});

test("setup returns the state beside services, also later", () => {
  definePlugin({
    ...plugin,
    routes,
    provides: { mailer: Mailer },
    async setup() {
      await Promise.resolve();
      return { mailer: { send() {} }, state: new Counter() };
    },
    policies: [counting, stateless],
    handlers: ({ mailer }, { state }) => {
      expectTypeOf(mailer.send).parameters.toEqualTypeOf<[to: string]>();
      expectTypeOf(state).toEqualTypeOf<Counter>();
      return { count: () => ({ count: state.count }) };
    },
  });
});

test("a key of a point that is read before setup leaves the state open", () => {
  definePlugin({
    ...plugin,
    options: z.strictObject({ limit: z.int().default(5) }),
    provides: { mailer: Mailer },
    teas: ({ limit }) => ({ green: { grams: limit } }),
    guarantees: ({ limit }) => ({ mailer: limit }),
    setup: (_use, { options }) => ({ mailer: { send() {} }, state: options.limit }),
    health: (_use, { state }) => ({ limit: () => void state.toFixed() }),
  });
});

test("without a state there is none", () => {
  definePlugin({
    ...plugin,
    routes,
    provides: { mailer: Mailer },
    setup: () => ({ mailer: { send() {} } }),
    policies: [stateless],
    handlers: (_use, { state }) => {
      expectTypeOf(state).toEqualTypeOf<never>();
      return { count: () => ({ count: 1 }) };
    },
  });
  definePlugin({
    ...plugin,
    setup() {},
    health: (_use, { state }) => {
      expectTypeOf(state).toEqualTypeOf<never>();
      return {};
    },
  });
});

test("misuse of the state is reported", () => {
  definePlugin({
    ...plugin,
    setup: () => ({ state: new Counter() }),
    // @ts-expect-error -- no such member of the state
    health: (_use, { state }) => ({ count: () => void state.total }),
  });
  definePlugin({
    ...plugin,
    setup: () => ({ state: { total: 1 } }),
    // @ts-expect-error -- the policy expects another state
    policies: [counting],
  });
  definePlugin({
    ...plugin,
    provides: { mailer: Mailer },
    // @ts-expect-error -- a state, but not the service
    setup: () => ({ state: new Counter() }),
  });
  // @ts-expect-error -- a service that the plugin does not provide
  definePlugin({ ...plugin, setup: () => ({ mailer: { send() {} } }) });
  definePolicy({
    id: "counting",
    // @ts-expect-error -- the state of a policy that names none is unknown
    compile: (_route, { state }) => ({ observe: () => void state().count }),
  });
});
