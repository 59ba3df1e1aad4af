/** Findings about headers that handlers are to fill: they belong to others, or nothing could fill them. */
import { show, type Finding } from "../contract/finding.ts";
import type { Route } from "../contract/route.ts";
import { ANSWER_KEYS } from "../contract/route-keys.ts";
import type { Collected } from "./collect.ts";
import type { Report } from "./check-references.ts";
import { HEADER_NAME } from "./check-contributions.ts";
import { KERNEL_HEADERS } from "./compile.ts";

/** Headers of the connection (RFC 9110, section 7.6.1), or read by the client's connection alone. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Answers that are made without a handler, or begin before it runs. */
const UNFILLED: readonly (typeof ANSWER_KEYS)[number][] = ["redirect", "alwaysFails", "stream"];

export function checkResponseHeaders(route: Route, report: Report): void {
  const { responseHeaders } = route;
  if (responseHeaders === undefined) return;
  const invalid = (message: string, hint: string) => report("ROUTE_INVALID", message, hint);
  const names = Object.keys(Object(responseHeaders) as object);
  if (names.length === 0)
    return invalid(
      `responseHeaders names no header; received ${show(responseHeaders)}`,
      'write responseHeaders: { "X-Receipt": z.string() }, or remove it',
    );
  const kind = UNFILLED.find((key) => route[key] !== undefined);
  const unfilled = route.document === true ? "document" : kind;
  if (unfilled !== undefined)
    invalid(
      `responseHeaders would never be sent, because the route has ${unfilled} and no handler that could fill them in time`,
      "remove responseHeaders, or let a policy write the header",
    );
  for (const name of names) checkName(name, names, invalid);
}

function checkName(
  name: string,
  names: readonly string[],
  invalid: (message: string, hint: string) => void,
): void {
  const lower = name.toLowerCase();
  if (!HEADER_NAME.test(name))
    invalid(
      `responseHeaders names ${show(name)}, which cannot be the name of a header`,
      "write letters, digits and hyphens",
    );
  if (OF_CONNECTION.has(lower))
    invalid(
      `responseHeaders names ${name}, which is about the connection and not about the answer`,
      "remove it",
    );
  if (lower === "set-cookie")
    invalid(
      "responseHeaders names Set-Cookie, but answers may be kept for other clients, and a cookie is for one",
      "let a policy write it, which does so for each request",
    );
  if (names.some((other) => other !== name && other.toLowerCase() === lower))
    invalid(`responseHeaders names ${name} twice, in two spellings`, "keep one of them");
}

/** Headers that a policy or the kernel writes already. */
export function checkHeaderOwners({ routes, policies }: Collected): Finding[] {
  const owners = new Map([
    ...KERNEL_HEADERS.map((name) => [name.toLowerCase(), "the kernel"] as const),
    ...policies.flatMap(({ name: id, plugin, value: { writes = {} } }) =>
      Object.keys(writes).map(
        (name) => [name.toLowerCase(), `policy ${id} of plugin ${plugin}`] as const,
      ),
    ),
  ]);
  return routes.flatMap(({ name: id, plugin, value }) =>
    Object.keys(value.responseHeaders ?? {}).flatMap((name): Finding[] => {
      const isOfBytes = value.bytes !== undefined && name.toLowerCase() === "content-disposition";
      const owner = isOfBytes ? "the kernel" : owners.get(name.toLowerCase());
      if (owner === undefined) return [];
      return [
        {
          code: "HEADER_CONFLICT",
          plugin,
          where: `route ${id}`,
          message: `responseHeaders names ${name}, which ${owner} writes`,
          hint: "remove it from the route, or choose another name",
        },
      ];
    }),
  );
}
