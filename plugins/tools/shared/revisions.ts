/** The revisions that servers run, as they report them. */
import type { Registry } from "waymark";
import { toJsonSchema } from "waymark/advanced";
import type { Answer } from "waymark/tools";
import { readObject } from "./read.ts";

export const OTHER_CONFIG =
  "check with the config and the packages of the deployment: waymark check --url … --config <file>";

/** Returns the revision that a server runs, if a resource of any plugin reports it to the check. */
export async function servedRevision(
  { routes }: Registry,
  read: (path: string) => Promise<Answer>,
): Promise<string | undefined> {
  const route = routes.find(
    ({ method, declaration: { returns }, pattern }) =>
      method === "GET" &&
      pattern.params.length === 0 &&
      returns !== undefined &&
      toJsonSchema(returns).root.properties?.["revision"] !== undefined,
  );
  const answer = route && (await read(route.path));
  const revision = answer?.status === 200 ? readObject(answer)["revision"] : undefined;
  return typeof revision === "string" ? revision : undefined;
}

/** Returns the first line of a report if a server runs another revision than the expected one. */
export function otherRevision(
  { revision }: Registry,
  served: string | undefined,
): string | undefined {
  if (served === undefined || served === revision) return undefined;
  return `the service runs revision ${served}, here is ${revision}: expect differences that only another config makes (${OTHER_CONFIG})`;
}
