import {
  ownAnswers,
  defineConformance,
  headerIs,
  expectThat,
  OK,
  outcomeOf,
  refuses,
  same,
  sameNames,
  testCase,
  type Answer,
  type CheckContext,
  type Operation,
  type Violation,
} from "waymark/conformance";
import { z } from "zod";
import { CachePolicyDiscovery } from "../../../schemas/documents/caching.ts";

const CacheStatement = CachePolicyDiscovery.extend({
  writes: z
    .object({ endpoints: z.array(z.string()), required: z.array(z.string()) })
    .default({ endpoints: [], required: [] }),
});
type CacheStatement = z.output<typeof CacheStatement>;

const CACHE_CONTROL = "cache: Cache-Control";
const VALIDATORS = "cache: validators";
const WRITES = "cache: conditions of writes";
const VERSION = "cache: addresses with a version";

/** Directives that other policies add, and test. */
const OF_OTHERS = /^(?:no-transform|stale-if-error=\d+)$/;

export default defineConformance({
  statement: CacheStatement,
  covers: {
    cacheable: [CACHE_CONTROL, VERSION],
    noStore: [CACHE_CONTROL],
    revalidation: [VALIDATORS, "304", "412"],
    writes: [WRITES],
  },
  operation: (operation, context, { writes }) => {
    const { route, sample } = operation;
    const { request } = sample;
    if (!writes.endpoints.includes(route.path) || request === undefined) return [];
    if (route.represents === undefined) return [];
    return [
      testCase(WRITES, async () => {
        const { "if-match": _, "if-none-match": __, ...headers } = request.headers ?? {};
        const stale = { ...headers, "if-match": '"another"' };
        const refused = await operation.ask({ ...request, headers: stale });
        const isRequired = route.declaration.preconditions === "required";
        return [
          ...refuses(refused, context, "precondition-failed"),
          ...(isRequired
            ? refuses(
                await operation.ask({ ...request, headers }),
                context,
                "precondition-required",
              )
            : OK),
          ...expectThat(
            !isRequired || writes.required.includes(route.path),
            "its path among those that require a condition",
            "none",
          ),
        ];
      }),
    ];
  },
  answers: (operation, context, statement) => [
    testCase(VERSION, () => versionedAddress(operation, context, statement)),
    testCase(CACHE_CONTROL, async () =>
      ownAnswers(operation).flatMap((answer) => cacheControl(operation, answer, statement)),
    ),
    testCase(VALIDATORS, async () => {
      if (operation.route.method !== "GET") return OK;
      const answer = await operation.base();
      if (answer.status !== 200) return OK;
      const stated = statement.revalidation.endpoints.includes(operation.route.path);
      return expectThat(
        (answer.headers["etag"] !== undefined) === stated,
        stated ? "an ETag, as stated" : "no ETag, as none is stated",
        answer.headers["etag"] ?? "no ETag",
      );
    }),
  ],
  server: ({ registry: { routes } }, { cacheable, noStore }) => [
    testCase("cache: table", async () =>
      sameNames(
        "the paths of all routes that read",
        [...cacheable.map(({ path }) => path), ...noStore],
        routes.filter(({ method }) => method === "GET").map(({ path }) => path),
      ),
    ),
  ],
});

/** Checks that only the address with the hash of the content is kept for ever. */
async function versionedAddress(
  operation: Operation,
  { ask }: CheckContext,
  { cacheable }: CacheStatement,
) {
  const { route, target } = operation;
  if (cacheable.every(({ path, versioned }) => path !== route.path || !versioned)) return OK;
  const tag = (await operation.base()).headers["etag"] ?? "";
  const lifetime = async (version: string) => {
    const { headers } = await ask(`${target}?v=${version}`);
    return /max-age=31536000, immutable/.test(headers["cache-control"] ?? "");
  };
  return [
    ...same("kept for ever with its hash", await lifetime(tag.slice(1, -1)), true),
    ...same("kept for ever with another hash", await lifetime("another"), false),
  ];
}

/** The directives of the statement's row for the path, on every outcome that may be stored. */
function cacheControl(
  { route }: Operation,
  answer: Answer,
  { cacheable }: CacheStatement,
): readonly Violation[] {
  const outcome = outcomeOf(answer);
  if (outcome === "options") return headerIs(answer, "Cache-Control", undefined);
  const row = route.method === "GET" && cacheable.find(({ path }) => path === route.path);
  const stale = row && row.revalidate > 0 ? [`stale-while-revalidate=${row.revalidate}`] : [];
  const received = (answer.headers["cache-control"] ?? "").split(/,\s*/);
  // Stricter than stated if the answer has data that guards let only this caller read.
  const scope = (declared: string) => (received.includes("private") ? "private" : declared);
  const expected =
    row && outcome !== "error"
      ? [scope(row.scope), `max-age=${row.maxAge}`, ...stale]
      : ["no-store"];
  return sameNames(
    `Cache-Control: ${expected.join(", ")}`,
    received.filter((directive) => !OF_OTHERS.test(directive)),
    expected,
  );
}
