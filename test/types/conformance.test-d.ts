/** The argument of cases is inferred from the test's schema; settings without a trace are options. */
import { expectTypeOf, test } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import { defineConformance, type PolicyConformance } from "waymark/conformance";
import { z } from "zod";

test("cases read the statement as the schema has it", () => {
  const conformance = defineConformance({
    statement: z.object({ limit: z.number() }),
    covers: { limit: ["a: limit"], about: { because: "it is a name" } },
    operation(operation, context, statement) {
      expectTypeOf(statement).toEqualTypeOf<{ limit: number }>();
      expectTypeOf(operation.route.path).toBeString();
      expectTypeOf(context.target.exclusive).toBeBoolean();
      return [{ name: "a: limit", skipped: "not measured here" }];
    },
  });
  expectTypeOf(conformance).toEqualTypeOf<PolicyConformance>();
  definePolicy({
    id: "a",
    compile: () => undefined,
    conformance: async () => ({ default: conformance }),
  });

  defineConformance({
    covers: {},
    server(_context, statement) {
      expectTypeOf(statement).toBeUnknown();
      return [];
    },
  });

  // @ts-expect-error: a reason is a sentence under `because`
  defineConformance({ covers: { limit: "it is a name" } });
  // @ts-expect-error: a policy names a module with a default export
  definePolicy({ id: "a", compile: () => undefined, conformance: async () => conformance });
});

test("settings without a trace are some of the options, or off", () => {
  const options = z.object({ file: z.string(), pages: z.int().default(1) });
  definePlugin({ id: "a", summary: "A.", options, testOptions: { file: ":memory:" } });
  definePlugin({ id: "a", summary: "A.", testOptions: false });
  // @ts-expect-error: no such option
  definePlugin({ id: "a", summary: "A.", options, testOptions: { path: ":memory:" } });
  // @ts-expect-error: another type
  definePlugin({ id: "a", summary: "A.", options, testOptions: { pages: "none" } });
  // @ts-expect-error: on is the operator's to say
  definePlugin({ id: "a", summary: "A.", options, testOptions: true });
});
