/** Compares served documents with those made here from the registry, and these with the statements of policies. */
import { isDeepStrictEqual } from "node:util";
import type { Registry, SealedRoute } from "waymark";
import type { Case, Operation, Violation } from "./policy-tests.ts";
import { asObject, readObject } from "./read.ts";
import { OK, same, testCase } from "./violation.ts";
import type { RouteCheckContext } from "./context.ts";

/** A document depends on the registry alone, so the same registry makes the same document here. */
export function documentCases(operation: Operation, { registry }: RouteCheckContext): Case[] {
  const { route } = operation;
  if (!route.document || route.kind !== "returns" || route.mediaTypes[0]?.endsWith("json") !== true)
    return [];
  return [
    testCase("document: statement", () => fitsStatements(route, registry)),
    testCase("document", async () => {
      const expected = plain(await registry.document(route));
      const served = readObject(await operation.base());
      return Object.keys({ ...served, ...expected })
        .filter((name) => !isPolicyMember(route, name))
        .flatMap((name) => same(`${name} as the registry makes it`, served[name], expected[name]));
    }),
  ];
}

/**
 * A document says of its plugin's policies what these state; a list may be spread over several documents of the plugin. A
 * policy that acts on no route states what others do, from which its document draws conclusions.
 */
async function fitsStatements(
  route: SealedRoute,
  registry: Registry,
): Promise<readonly Violation[]> {
  const { plugin } = route;
  const acting = new Set(
    registry.routes.flatMap(({ policies }) => policies.map(({ policy }) => policy.id)),
  );
  const owned = registry.policies.filter(
    (one) => one.plugin === plugin && acting.has(one.policy.id),
  );
  if (owned.length === 0) return OK;
  const document = plain(await registry.document(route));
  const differing = owned.flatMap(({ policy: { id } }) => {
    const statement = plain(registry.statements[id]);
    return Object.keys(document)
      .filter((name) => Object.hasOwn(statement, name))
      .filter((name) => !isDeepStrictEqual(document[name], statement[name]))
      .map((name) => ({ id, name, stated: statement[name] }));
  });
  const all = differing.length === 0 ? [] : await documentsOf(plugin, registry);
  return differing.flatMap(({ id, name, stated }) => {
    const together = all.flatMap((one) => one[name] ?? []);
    const isSpread = hasAll(stated, document[name]) && hasAll(together, stated);
    return isSpread ? OK : same(`${name} as policy ${id} states it`, document[name], stated);
  });
}

async function documentsOf(plugin: string, registry: Registry): Promise<readonly Members[]> {
  const own = registry.routes.filter(
    (route) => route.plugin === plugin && route.document && route.kind === "returns",
  );
  return Promise.all(own.map(async (route) => plain(await registry.document(route))));
}

type Members = Readonly<Record<string, unknown>>;

/** Passes a value through JSON, which leaves out undefined members. */
function plain(value: unknown): Members {
  return asObject(JSON.parse(JSON.stringify(value ?? null)));
}

function hasAll(list: unknown, items: unknown): boolean {
  if (!Array.isArray(list) || !Array.isArray(items)) return false;
  return items.every((item) => list.some((one) => isDeepStrictEqual(item, one)));
}

/** Checks that a policy adds the member to bodies. */
function isPolicyMember({ policies }: SealedRoute, name: string): boolean {
  return policies.some(({ compiled }) => Object.hasOwn(compiled.members?.("ok") ?? {}, name));
}
