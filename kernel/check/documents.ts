/** Compares served documents with those made here from the registry. */
import type { Case, Operation } from "../../registry/contract/conformance.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { asObject, readObject } from "./read.ts";
import { same, testCase } from "./violation.ts";
import type { RouteCheckContext } from "./context.ts";

/** A document depends on the registry alone, so the same registry makes the same document here. */
export function documentCases(operation: Operation, { registry }: RouteCheckContext): Case[] {
  const { route } = operation;
  if (!route.document || route.kind !== "returns" || route.mediaTypes[0]?.endsWith("json") !== true)
    return [];
  return [
    testCase("document", async () => {
      const document: unknown = await registry.document(route);
      // Through JSON, which leaves out members that are undefined.
      const expected = asObject(JSON.parse(JSON.stringify(document ?? null)));
      const served = readObject(await operation.base());
      return Object.keys({ ...served, ...expected })
        .filter((name) => !isPolicyMember(route, name))
        .flatMap((name) => same(`${name} as the registry makes it`, served[name], expected[name]));
    }),
  ];
}

/** Whether a policy adds the member to bodies. */
function isPolicyMember({ policies }: SealedRoute, name: string): boolean {
  return policies.some(({ compiled }) => Object.hasOwn(compiled.members?.("ok") ?? {}, name));
}
