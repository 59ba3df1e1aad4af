/** Closure law for the schema: every list, resource and write that is on has one field, and nothing else has one. */
import type { Registry } from "waymark";
import { isFact, isRead, isWritten } from "./fields.ts";
import { graphqlModel } from "./model.ts";

/** Returns a sentence for each part of the schema that breaks the law. */
export function schemaViolations(registry: Registry): string[] {
  const { sdl, reads, writes, hidden } = graphqlModel(registry);
  const fields = reads.filter(({ type }) => type === "Query").map(({ ref }) => ref);
  const readable = registry.routes.filter((route) => isRead(route) && !isFact(route));
  const refs = readable.map(({ ref }) => ref);
  const once = fields.toSorted().join() === refs.toSorted().join();
  const written = registry.routes.filter(isWritten).map(({ ref }) => ref);
  const writtenOnce =
    writes
      .map(({ ref }) => ref)
      .toSorted()
      .join() === written.toSorted().join();
  const [defined, used] = typesIn(sdl);
  return [
    ...reads
      .filter(({ ref }) => registry.route(ref) === undefined)
      .map(({ type, field, ref }) => `GraphQL reads ${ref} as ${type}.${field}, which is off`),
    ...hidden.map(
      ({ route, type, field }) =>
        `GraphQL has the member ${type}.${field} and not the relation ${field} of ${route}: rename one of them`,
    ),
    ...(once ? [] : ["GraphQL does not have every list and resource exactly once"]),
    ...(writtenOnce ? [] : ["GraphQL does not have every write exactly once"]),
    ...[...used.difference(defined)].map((name) => `GraphQL uses ${name}, which is not there`),
    ...[...defined.difference(used)].map((name) => `GraphQL has ${name}, which nothing uses`),
  ];
}

/** Returns the names of types that a schema defines, and that it uses, without the types of the language. */
function typesIn(sdl: string): readonly [defined: Set<string>, used: Set<string>] {
  const plain = sdl.replace(/^ *".*\n/gm, ""); // without descriptions
  const names = (pattern: RegExp) => [...plain.matchAll(pattern)].map((match) => match[1] ?? "");
  const used = new Set(["Query", ...names(/^type (Mutation) /gm), ...names(/: \[*(\w+)/g)]);
  for (const name of ["Int", "Float", "String", "Boolean"]) used.delete(name);
  return [new Set(names(/^(?:type|input|enum|scalar) (\w+)/gm)), used];
}
