/** Documents that the service serves against those made here from the registry. */
import { isDeepStrictEqual } from "node:util";
import type { Case, Operation, Problem } from "../../registry/contract/conformance.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { asObject, jsonOf } from "./body.ts";
import { brief, NONE, testCase } from "./violation.ts";
import type { World } from "./context.ts";

/** A view of the registry is the same wherever it is made: what is stated there is what is checked here. */
export function documentCases(op: Operation, world: World): readonly Case[] {
  const { route } = op;
  if (!route.document || route.kind !== "returns" || route.mediaTypes[0]?.endsWith("json") !== true)
    return [];
  return [
    testCase("document", async () => {
      const made = world.registry.document(route);
      // As JSON has it: without members that are undefined.
      const expected = asObject(JSON.parse(JSON.stringify(made ?? null)));
      const served = asObject(jsonOf(await op.base()));
      return Object.keys({ ...served, ...expected }).flatMap((name) =>
        isAdded(route, name) ? NONE : difference(name, served[name], expected[name]),
      );
    }),
  ];
}

/** Members that policies add to bodies. */
function isAdded({ policies }: SealedRoute, name: string): boolean {
  return policies.some(({ compiled }) => Object.hasOwn(compiled.members?.("ok") ?? {}, name));
}

function difference(name: string, served: unknown, expected: unknown): readonly Problem[] {
  if (isDeepStrictEqual(served, expected)) return NONE;
  return [
    {
      expected: `${name} as the registry makes it: ${brief(expected)}`,
      received: served === undefined ? `no ${name}` : brief(served),
    },
  ];
}
