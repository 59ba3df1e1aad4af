/** Asks a running service what the tea plugin of the fixtures contributes. */
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** Checks for each place of contributions that it shows the tea plugin's. */
export async function traces(url: string): Promise<Readonly<Record<string, boolean>>> {
  const [capabilities, rootBody, openapi, schemas, errors, metrics, health, prometheus, graphql] =
    await Promise.all([
      jsonOf(url, "/api/capabilities"),
      jsonOf(url, "/api"),
      jsonOf(url, "/api/openapi"),
      jsonOf(url, "/api/schemas"),
      textOf(url, "/api/errors"),
      textOf(url, "/api/metrics"),
      textOf(url, "/api/health", "application/health+json"),
      textOf(url, "/api/metrics", "text/plain"),
      query(url, `{ __type(name: "Tea") { fields { name } } }`),
    ]);
  const tea = await fetch(`${url}/api/teas/assam`);
  return {
    route: tea.status === 200,
    header: tea.headers.has("tea-steep"),
    exposed: tea.headers.get("access-control-expose-headers")?.includes("Tea-Steep") === true,
    policy: (await fetch(`${url}/api/tea-policy`)).ok,
    capability: JSON.stringify(capabilities).includes(`"teaCeremony":true`),
    link: at(rootBody, "_links", "teas", "href") === "/api/teas",
    path: at(openapi, "paths", "/api/teas/{teaId}") !== undefined,
    anywhere: JSON.stringify([capabilities, rootBody, openapi, schemas]).includes("/api/teas"),
    schema: JSON.stringify(schemas).includes(`"Tea"`),
    types: (await textOf(url, "/api/schemas/Tea", "application/typescript")).includes(
      "interface Tea",
    ),
    error: errors.includes("water-too-cold"),
    check: health.includes("tea:kettle"),
    metric: metrics.includes("brews_total"),
    scraped: prometheus.includes("tea_brews_total"),
    field: JSON.stringify(graphql).includes("harvests"),
  };
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (held, key) => (held === undefined ? held : Reflect.get(Object(held), key)),
    value,
  );
}

export async function textOf(url: string, path: string, accept = "*/*"): Promise<string> {
  return (await fetch(`${url}${path}`, { headers: { accept } })).text();
}

export async function jsonOf(url: string, path: string, accept?: string): Promise<unknown> {
  return JSON.parse(await textOf(url, path, accept));
}

async function post(url: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

export async function query(url: string, text: string): Promise<unknown> {
  return at(await (await post(`${url}/api/graphql`, { query: text })).json(), "data");
}

/** Orders a cup; returns the status with the cup, or with the error's code. */
export async function brew(url: string, tea: string): Promise<readonly [number, unknown]> {
  const answer = await post(`${url}/api/brews`, { tea });
  const { error, _links, ...cup } = (await answer.json()) as {
    readonly error?: { readonly code: string };
    readonly _links: unknown;
  };
  return [answer.status, error === undefined ? cup : { code: error.code }];
}

/** Reads a stream of events, from when the service has taken up the subscription until the test ends. */
export async function follow(url: string): Promise<{ next(): Promise<string> }> {
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const { body } = await fetch(url, { signal: end.signal });
  if (body === null) throw new Error(`${url} has no body`);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader.read()).value ?? "";
  await next();
  return { next };
}

/** Sends requests in a loop; `end` returns the statuses received, and throws when a request failed. */
export function keepAsking(url: string): { end(): Promise<ReadonlySet<number>> } {
  const over = new AbortController();
  const asking = (async () => {
    const statuses = new Set<number>();
    while (!over.signal.aborted) {
      statuses.add((await fetch(url)).status);
      await setTimeout(20);
    }
    return statuses;
  })();
  asking.catch(() => {}); // reported at the end
  return {
    end() {
      over.abort();
      return asking;
    },
  };
}
