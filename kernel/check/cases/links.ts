/** Links lead somewhere: those of Link and of every `_links`. */
import type { Case, Operation, Problem } from "../../../registry/contract/conformance.ts";
import { linksOf } from "../links.ts";
import { describe, testCase } from "../violation.ts";
import { routesAt, type World } from "../context.ts";

export function linkCases(op: Operation, world: World): readonly Case[] {
  return [
    testCase("links", async () => {
      // What other cases have received so far: answers, errors, redirects.
      const from = new Map<string, string>();
      for (const { answer } of op.recorded) {
        const { header, body } = linksOf(answer);
        for (const { href, rel } of [...header, ...body]) {
          // An error names as itself what was asked for.
          if (rel === "self" && answer.status >= 400) continue;
          if (!from.has(href)) from.set(href, `${rel} of ${describe(answer)}`);
        }
      }
      const problems: Problem[] = [];
      for (const [href, source] of from) problems.push(...(await leads(href, source, world)));
      return problems;
    }),
  ];
}

/** What is answered at a link's target: below 400, unless its route says otherwise. */
async function leads(href: string, source: string, world: World): Promise<readonly Problem[]> {
  const path = localPath(href, world);
  if (path === undefined) return [];
  const routes = routesAt(path, world.registry);
  const readable = routes.find(({ method, kind }) => method === "GET" && kind !== "fails");
  // What only takes writes, needs a query or always refuses is there when it tells its methods.
  const asks = readable === undefined || readable.declaration.query !== undefined;
  const method = routes.length > 0 && asks ? "OPTIONS" : "HEAD";
  const answer = await world.read(path, method);
  if (answer.status < 400) return [];
  return [
    {
      expected: `status below 400 at ${href}, the ${source}`,
      received: `status ${answer.status} to ${method}`,
    },
  ];
}

/** Path and query of a link to the service itself; undefined for links to elsewhere. */
function localPath(href: string, { registry, target }: World): string | undefined {
  for (const origin of [target.origin, registry.baseUrl])
    if (href.startsWith(`${origin}/`)) return withoutFragment(href.slice(origin.length));
  return href.startsWith("/") ? withoutFragment(href) : undefined;
}

function withoutFragment(path: string): string {
  return path.split("#", 1)[0] ?? path;
}
