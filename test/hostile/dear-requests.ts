/** The requests that cost a server the most, derived from its registry: no plugin is known here. */
import type { SealedRoute } from "waymark";
import { bodiesOf, isViewable, queryFields } from "waymark/advanced";
import type { DearRequest, PolicyConformance } from "waymark/conformance";
import type { TestServer } from "waymark/testing";
import { samplePaths } from "../conformance/sample-paths.ts";
import { GRAPHQL_CORPUS } from "./graphql-corpus.ts";

const LONGEST_URL = 8192;
const MOST_VALUES = 10_000;
const LARGEST_BODY = 1_048_576;
/** Parameters of paths that nothing lists. */
const KNOWN = {
  brainId: "crowd-0-0",
  localeCode: "en",
  localeId: "en",
  integrationId: "a",
  id: "a",
};

interface Named extends DearRequest {
  readonly policy: string;
}

/** Stands in targets and bodies for what sets a try apart from those before, so that no kept answer helps. */
const NONCE = "nonce-0";

/** Returns the requests of one try. */
export function triedAs(attempt: number, dear: readonly DearRequest[]): readonly DearRequest[] {
  const nonce = `nonce-${attempt}`;
  return dear.map(({ name, target, question: { body, ...question } }) => ({
    name,
    target: target.replaceAll(NONCE, nonce),
    question: { ...question, body: body?.replaceAll(NONCE, nonce) },
  }));
}

export async function dearRequests(server: TestServer): Promise<readonly DearRequest[]> {
  const named = await namedByPolicies(server);
  const paths = await samplePaths(server, KNOWN);
  return [
    ...[...paths].flatMap(([route, target]) => [
      ...readsOf(route, target),
      ...longQueriesOf(route, target),
    ]),
    ...server.registry.routes.flatMap((route) => largeBodiesOf(route, paths)),
    ...named,
    ...bulkOf(named),
    ...Object.entries(GRAPHQL_CORPUS).map(([name, [, body]]) =>
      post(`corpus: ${name}`, "/api/graphql", body.replace('"query":"', `"query":"#${NONCE}\\n`)),
    ),
  ];
}

function post(name: string, target: string, body: string, type = "application/json"): DearRequest {
  const headers = { "content-type": type, "accept-encoding": "gzip" };
  return { name, target, question: { method: "POST", headers, body } };
}

/** Returns a request for each media type, and one as a page. */
function readsOf(route: SealedRoute, target: string): readonly DearRequest[] {
  if (route.kind === "stream") return [];
  const types = new Set([...route.mediaTypes, ...(isViewable(route) ? ["text/html"] : [])]);
  return [...types].map((accept) => ({
    name: `GET ${target}, ${accept}`,
    target,
    question: { headers: { accept, "accept-encoding": "gzip" } },
  }));
}

/** Returns a request for each parameter, as long as an address may be. */
function longQueriesOf(route: SealedRoute, target: string): readonly DearRequest[] {
  const { query } = route.declaration;
  const names = query === undefined ? [] : [...queryFields(query).keys()];
  return names.map((name) => {
    const [path = ""] = target.split("?");
    const start = `${path}?${name}=${NONCE}`;
    const words = "%20office".repeat(LONGEST_URL).slice(0, LONGEST_URL - start.length);
    return {
      name: `GET ${path}, long ${name}`,
      target: start + words.slice(0, words.lastIndexOf("%20")),
      question: {},
    };
  });
}

/** Returns a request for each media type, with as many values and bytes as a body may have. */
function largeBodiesOf(
  { method, ref, pattern, path, declaration, upload }: SealedRoute,
  paths: ReadonlyMap<SealedRoute, string>,
): readonly DearRequest[] {
  if (upload !== undefined) return [];
  const [sample] = [...paths].flatMap(([one, target]) => (one.path === path ? [target] : []));
  const target = sample ?? path.replaceAll(/\{\w+\}/g, "a");
  const largest = Math.min(declaration.maxPayloadBytes ?? LARGEST_BODY, LARGEST_BODY);
  const value = "x".repeat(Math.floor(largest / MOST_VALUES) - 4);
  const values = Array.from({ length: MOST_VALUES - 2 }, () => value);
  const operations = values
    .slice(0, MOST_VALUES / 4 - 1)
    .map(() => ({ op: "add", path: "/a/-", value }));
  return Object.keys(bodiesOf(declaration)).flatMap((type) =>
    [values, { [pattern.params[0] ?? "items"]: values }, operations].map((body, shape) => ({
      name: `${method} ${ref}, ${type}, large body ${shape}`,
      target,
      question: {
        method,
        headers: { "content-type": type, "if-match": "*" },
        body: JSON.stringify(body),
      },
    })),
  );
}

async function namedByPolicies({ registry }: TestServer): Promise<readonly Named[]> {
  const all = registry.policies.map(async ({ policy: { id, conformance } }) => {
    if (conformance === undefined) return [];
    const test = (await conformance()).default as PolicyConformance; // by the type of Policy
    const parsed = await test.statement?.["~standard"].validate(registry.statements[id]);
    if (parsed?.issues !== undefined) throw new Error(`${id}: the statement has another form`);
    const dearest = test.dearest?.({ registry, nonce: NONCE }, parsed?.value) ?? [];
    return dearest.map((one) => ({ ...one, policy: id, name: `${id}: ${one.name}` }));
  });
  return (await Promise.all(all)).flat();
}

/** More of them add turns, and garbage of which the collection would be measured in place of the longest one. */
const OPERATIONS = 10;

/** S2: bulk requests of the first dear request that each policy names. */
function bulkOf(named: readonly Named[]): readonly DearRequest[] {
  const firsts = new Map(named.toReversed().map((one) => [one.policy, one]));
  return [...firsts.values()].map(({ name, target, question: { method = "GET", body } }) => {
    const operations = Array.from({ length: OPERATIONS }, (_, index) => ({
      id: `${index}`,
      method,
      path: target,
      ...(body && {
        body: JSON.parse(body.replace('"query":"', `"query":"#${index}\\n`)) as unknown,
      }),
    }));
    return post(`${OPERATIONS} times ${name}`, "/api/bulk", JSON.stringify({ operations }));
  });
}
