/** Compares served documents with those made here from the registry, and these with the statements of policies. */
import { isDeepStrictEqual } from "node:util";
import type { Registry, SealedRoute } from "waymark";
import type { Case, Operation, Violation } from "waymark/advanced";
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
  { ref, plugin }: SealedRoute,
  registry: Registry,
): Promise<readonly Violation[]> {
  const documents = new Map<string, Members>();
  for (const route of registry.routes)
    if (route.plugin === plugin && route.document && route.kind === "returns")
      documents.set(route.ref, plain(await registry.document(route)));
  const document = documents.get(ref) ?? {};
  const acting = new Set(
    registry.routes.flatMap(({ policies }) => policies.map(({ policy }) => policy.id)),
  );
  return registry.policies
    .filter((owned) => owned.plugin === plugin && acting.has(owned.policy.id))
    .flatMap(({ policy: { id } }) => {
      const statement = plain(registry.statements[id]);
      return Object.keys(document)
        .filter((name) => Object.hasOwn(statement, name))
        .flatMap((name) => {
          const said = [...documents.values()].flatMap((one) => one[name] ?? []);
          const isSpread = hasAll(statement[name], document[name]) && hasAll(said, statement[name]);
          return isSpread
            ? OK
            : same(`${name} as policy ${id} states it`, document[name], statement[name]);
        });
    });
}

type Members = Readonly<Record<string, unknown>>;

/** Through JSON, which leaves out members that are undefined. */
function plain(value: unknown): Members {
  return asObject(JSON.parse(JSON.stringify(value ?? null)));
}

function hasAll(list: unknown, items: unknown): boolean {
  if (!Array.isArray(list) || !Array.isArray(items)) return false;
  return items.every((item) => list.some((one) => isDeepStrictEqual(item, one)));
}

/** Whether a policy adds the member to bodies. */
function isPolicyMember({ policies }: SealedRoute, name: string): boolean {
  return policies.some(({ compiled }) => Object.hasOwn(compiled.members?.("ok") ?? {}, name));
}
