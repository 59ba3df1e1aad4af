/** Two plugins whose routes would have the same field of the query, or of the mutation. */
import type { Contributions, Validation } from "waymark/advanced";
import { isFact, isWritten, rootFields, type FieldSource } from "./fields.ts";

export const fieldConflicts: Validation<unknown> = {
  run: (contributions) =>
    routesByField(contributions).flatMap(([field, [first, ...others]]) =>
      others.map((other) => {
        const claims = [first, other].map(
          ({ plugin, id }) => `\n  ${field}   plugin ${plugin}, route ${id}`,
        );
        return {
          code: "GRAPHQL_FIELD_CONFLICT",
          plugin: `${first.plugin}, ${other.plugin}`,
          where: field,
          message: `two plugins have a field of the same name in GraphQL${claims.join("")}`,
          hint: "rename one of the routes, or what its list calls its items (as); or switch one of the plugins off, or graphql",
        };
      }),
    ),
};

type Claims = readonly [field: string, sources: readonly [FieldSource, ...FieldSource[]]];

/** Returns the fields of the query or of the mutation that more than one route claims. */
function routesByField({ routes, schemas }: Contributions): readonly Claims[] {
  const published = new Map<unknown, string>(schemas.map(({ name, value }) => [value, name]));
  const sources = routes.map(({ name: id, plugin, value: declaration }): FieldSource => {
    const { list, returns } = declaration;
    const schema = list?.name ?? (returns && published.get(returns));
    return { id, plugin, declaration, schema };
  });
  const writes = sources.filter(isWritten).map((source) => [source, source.id] as const);
  // Reading the body of a route takes long, so only the routes in question are read.
  return [
    ...repeated(rootFields(sources), (source) => !isFact(source)),
    ...repeated(writes, () => true),
  ];
}

function repeated(
  fields: Iterable<readonly [source: FieldSource, field: string]>,
  counts: (source: FieldSource) => boolean,
): readonly Claims[] {
  return [...Map.groupBy(fields, ([, field]) => field)].flatMap(([field, claims]): Claims[] => {
    if (claims.length === 1) return [];
    const [first, ...others] = claims.map(([source]) => source).filter(counts);
    return first === undefined ? [] : [[field, [first, ...others]]];
  });
}
