/** What cases get is inferred from the proof's schema; settings without a trace are options. */
import { expectTypeOf, test } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import { defineProof, type PolicyProof } from "waymark/conformance";
import { z } from "zod";

test("cases read the statement as the schema has it", () => {
  const proof = defineProof({
    statement: z.object({ limit: z.number() }),
    proves: { limit: ["a: limit"], about: { because: "it is a name" } },
    operation(op, world, statement) {
      expectTypeOf(statement).toEqualTypeOf<{ limit: number }>();
      expectTypeOf(op.route.path).toBeString();
      expectTypeOf(world.target.own).toBeBoolean();
      return [{ name: "a: limit", notAsked: "nobody wants to know" }];
    },
  });
  expectTypeOf(proof).toEqualTypeOf<PolicyProof>();
  definePolicy({ id: "a", compile: () => undefined, proof: async () => ({ default: proof }) });

  defineProof({
    proves: {},
    service(_world, statement) {
      expectTypeOf(statement).toBeUnknown();
      return [];
    },
  });

  // @ts-expect-error: a reason is a sentence under `because`
  defineProof({ proves: { limit: "it is a name" } });
  // @ts-expect-error: a policy names a module with a default export
  definePolicy({ id: "a", compile: () => undefined, proof: async () => proof });
});

test("settings without a trace are some of the options, or off", () => {
  const options = z.object({ file: z.string(), pages: z.int().default(1) });
  definePlugin({ id: "a", summary: "A.", options, ephemeral: { file: ":memory:" } });
  definePlugin({ id: "a", summary: "A.", ephemeral: false });
  // @ts-expect-error: no such option
  definePlugin({ id: "a", summary: "A.", options, ephemeral: { path: ":memory:" } });
  // @ts-expect-error: another type
  definePlugin({ id: "a", summary: "A.", options, ephemeral: { pages: "none" } });
  // @ts-expect-error: on is the operator's to say
  definePlugin({ id: "a", summary: "A.", options, ephemeral: true });
});
