/** Cases of links: the links of the Link header and of every `_links` lead somewhere. */
import { requiredScopes } from "waymark/advanced";
import type { CheckContext, Operation, Violation } from "waymark/tools";
import { readLinks } from "../read.ts";
import { describe, expectThat, OK } from "../violation.ts";
import { routesAt } from "../context.ts";
import { each } from "./route-case.ts";

/** The links of all answers so far: to good requests, refused ones and redirected ones. */
export function links(operation: Operation, context: CheckContext) {
  const sources = new Map<string, string>();
  for (const { answer } of operation.answers) {
    const { header, body } = readLinks(answer);
    for (const { href, rel } of [...header, ...body]) {
      // The self link of an error is the path that was not found.
      if (rel === "self" && answer.status >= 400) continue;
      if (!sources.has(href)) sources.set(href, `${rel} of ${describe(answer)}`);
    }
  }
  return each(sources, ([href, source]) => leadsSomewhere(href, source, context));
}

/** Checks that the link's target answers below 400, unless its route declares otherwise. */
export async function leadsSomewhere(
  href: string,
  source: string,
  context: CheckContext,
): Promise<readonly Violation[]> {
  const path = localPath(href, context);
  if (path === undefined) return OK;
  const routes = routesAt(path, context.registry);
  const readable = routes.find(({ method, kind }) => method === "GET" && kind !== "alwaysFails");
  // A route that only takes writes, needs a query, refuses always or asks who calls still answers OPTIONS.
  const needsMore =
    readable === undefined ||
    readable.declaration.query !== undefined ||
    (requiredScopes(readable) !== undefined && !context.target.exclusive);
  const method = routes.length > 0 && needsMore ? "OPTIONS" : "HEAD";
  const { status } = await context.read(path, method);
  return expectThat(
    status < 400,
    `status below 400 at ${href}, the ${source}`,
    `status ${status} to ${method}`,
  );
}

/** Returns path and query of a link to the server itself; undefined for other links. */
export function localPath(href: string, { registry, target }: CheckContext): string | undefined {
  const origin = [target.origin, registry.baseUrl].find((one) => href.startsWith(`${one}/`)) ?? "";
  const path = href.slice(origin.length);
  return path.startsWith("/") ? path.split("#", 1)[0] : undefined;
}
