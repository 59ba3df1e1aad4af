/** The query that the form for GraphQL begins with. */
import type { ApiDescription } from "../../shared/operations/model.ts";

/** The query of the operation's own sample. */
export function sampleQuery({ groups }: ApiDescription, path: string): string {
  const operation = groups
    .flatMap(({ operations }) => operations)
    .find((one) => one.method === "POST" && one.path === path);
  const sample: unknown = JSON.parse(operation?.body?.sample ?? "{}");
  return typeof sample === "object" && sample !== null && "query" in sample
    ? String(sample.query)
    : "";
}
