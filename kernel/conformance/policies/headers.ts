/** Policies that are little more than their headers. */
import { z } from "zod";
import { headerFits, headerIs, holds, NONE, sameNames, testCase } from "../problem.ts";
import type { Answer } from "../client.ts";
import { linksOf, outcomeOf, SENT, writes, type Operation, type World } from "../world.ts";
import { policyCheck } from "./check.ts";

const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  permissionsPolicy: "Permissions-Policy",
  referrerPolicy: "Referrer-Policy",
  contentTypeOptions: "X-Content-Type-Options",
  contentSecurityPolicy: "Content-Security-Policy",
  crossOriginResourcePolicy: "Cross-Origin-Resource-Policy",
};
const VALUES = "security-headers: values";

export const securityHeaders = policyCheck(z.record(z.string(), z.string()), {
  proves: Object.fromEntries(Object.keys(SECURITY_HEADERS).map((key) => [key, [VALUES]])),
  recorded: (op, _world, statement) => [
    testCase(VALUES, async () =>
      op.recorded.flatMap(({ answer }) =>
        Object.entries(SECURITY_HEADERS)
          // Pages bring policies of their own.
          .filter(([key]) => key !== "contentSecurityPolicy" || op.route.kind !== "page")
          .flatMap(([key, name]) => headerIs(answer, name, statement[key])),
      ),
    ),
  ],
});

const HSTS = "hsts: header";

export const hsts = policyCheck(z.object({ headerName: z.string(), value: z.string() }), {
  proves: {
    headerName: [HSTS],
    value: [HSTS],
    maxAgeSeconds: [HSTS],
    includeSubDomains: [HSTS],
    preload: [HSTS],
  },
  service: (world, { headerName, value }) => {
    const [op] = world.operations;
    if (op === undefined) return [];
    const secure = world.target.origin.startsWith("https:");
    const sent = async (headers: Readonly<Record<string, string>>, expected?: string) =>
      headerIs(await world.ask(op.target, { method: "HEAD", headers }), headerName, expected);
    if (!world.target.own) {
      // Whether the name of the host may be bound is the service's to say.
      return secure
        ? [testCase(HSTS, async () => headerIs(await op.base(), headerName, value))]
        : [{ name: HSTS, notAsked: "it is sent over HTTPS only; ask at an https URL" }];
    }
    return [
      testCase(HSTS, async () => [
        ...(await sent({})),
        ...(await sent({ "x-forwarded-proto": "https", host: "localhost" })),
        ...(await sent({ "x-forwarded-proto": "https", host: "192.0.2.1" })),
        ...(await sent({ "x-forwarded-proto": "https", host: "service.example" }, value)),
      ]),
    ];
  },
  recorded: (op, { target }, { headerName }) =>
    target.origin.startsWith("https:")
      ? []
      : [
          testCase("hsts: not without TLS", async () =>
            op.recorded.flatMap(({ answer }) => headerIs(answer, headerName, undefined)),
          ),
        ],
});

const TIMING = "server-timing: endpoints";

export const serverTiming = policyCheck(
  z.object({ headerName: z.string(), endpoints: z.array(z.string()) }),
  {
    proves: {
      enabled: [TIMING],
      headerName: [TIMING],
      endpoints: [TIMING],
      format: [TIMING],
    },
    recorded: (op, _world, { headerName, endpoints }) => [
      testCase(TIMING, async () =>
        own(op).flatMap((answer) =>
          endpoints.includes(op.route.path)
            ? headerFits(answer, headerName, /^app;dur=\d+(?:\.\d+)?(?:,|$)/)
            : headerIs(answer, headerName, undefined),
        ),
      ),
    ],
  },
);

/** Answers of the operation's own route. */
function own(op: Operation): readonly Answer[] {
  return op.recorded.filter(({ route }) => route === op.route).map(({ answer }) => answer);
}

const ANNOUNCED = "deprecation: announcements";

export const deprecation = policyCheck(
  z.object({
    noticePeriodMonths: z.number(),
    routes: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        since: z.string(),
        sunset: z.string(),
        successor: z.string().nullable(),
      }),
    ),
  }),
  {
    proves: {
      noticePeriodMonths: ["deprecation: notice"],
      deprecationHeader: [ANNOUNCED],
      sunsetHeader: [ANNOUNCED],
      routes: [ANNOUNCED],
      stabilityValues: { because: "a list of words, which other documents use" },
    },
    service: (_world, { noticePeriodMonths, routes }) => [
      testCase("deprecation: notice", async () =>
        routes.flatMap(({ method, path, since, sunset }) => {
          const earliest = new Date(since);
          earliest.setUTCMonth(earliest.getUTCMonth() + noticePeriodMonths);
          return holds(
            new Date(sunset) >= earliest,
            `the end of ${method} ${path} ${noticePeriodMonths} months or more after ${since}`,
            sunset,
          );
        }),
      ),
    ],
    recorded: (op, { registry }, { routes }) => [
      testCase(ANNOUNCED, async () => {
        const row = routes.find(
          ({ method, path }) => method === op.route.method && path === op.route.path,
        );
        return own(op).flatMap((answer) => [
          ...headerIs(answer, "Deprecation", row && `@${Date.parse(row.since) / 1000}`),
          ...headerIs(answer, "Sunset", row && new Date(row.sunset).toUTCString()),
          ...(row?.successor && writes(registry, "Link")
            ? sameNames("its successor in Link", targets(answer, "successor-version"), [
                row.successor,
              ])
            : NONE),
        ]);
      }),
    ],
  },
);

function targets(answer: Answer, rel: string): readonly string[] {
  return linksOf(answer)
    .header.filter((link) => link.rel === rel)
    .map(({ href }) => href);
}

/** No statement: what the client says comes back, and what it cannot say is made up anew. */
export const traceContext = policyCheck(z.unknown(), {
  proves: {},
  recorded: (op) => [
    testCase("trace-context: echo", async () =>
      op.recorded.flatMap(({ answer }) => [
        ...headerIs(answer, "traceparent", SENT.traceparent),
        ...headerIs(answer, "tracestate", SENT.tracestate),
      ]),
    ),
  ],
  service: (world) => [
    testCase("trace-context: new trace", async () => {
      const answer = await ask(world, { traceparent: "00-zz-zz-00" });
      return [
        ...headerFits(answer, "traceparent", /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-/),
        ...headerIs(answer, "tracestate", undefined),
      ];
    }),
  ],
});

export const requestId = policyCheck(z.unknown(), {
  proves: {},
  recorded: (op) => [
    testCase("request-id: echo", async () =>
      op.recorded.flatMap(({ answer }) =>
        headerIs(answer, "X-Request-ID", answer.sent["x-request-id"]),
      ),
    ),
  ],
  service: (world) => [
    testCase("request-id: new id", async () => {
      const answer = await ask(world, { "x-request-id": "no id, but words" });
      return headerFits(answer, "X-Request-ID", /^[A-Za-z0-9._~-]{1,128}$/);
    }),
  ],
});

function ask(world: World, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return world.ask(world.operations[0]?.target ?? "/", { method: "HEAD", headers });
}

const RELATIONS = "links: relations";

export const links = policyCheck(
  z.object({ header: z.array(z.string()), body: z.array(z.string()) }),
  {
    proves: {
      header: [RELATIONS, "links: all relations"],
      body: [RELATIONS, "links: all relations"],
    },
    recorded: (op, world, statement) => [
      testCase(RELATIONS, async () => {
        const problems = op.recorded.flatMap(({ answer, route }) => {
          const found = linksOf(answer);
          const [header, body] = [relations(found.header), relations(found.body)];
          for (const rel of header) world.seen.header.add(rel);
          for (const rel of body) world.seen.body.add(rel);
          const ok = outcomeOf(answer) === "ok" || outcomeOf(answer) === "notModified";
          const profiled = ok && route.schema !== undefined && answer === op.recorded[0]?.answer;
          const required = ["describedby", ...(profiled ? ["profile"] : [])];
          return [
            ...missing("Link", statement.header, required, header),
            ...sameNames(
              "stated relations in Link only",
              header.difference(new Set(statement.header)),
              [],
            ),
            ...sameNames(
              "stated relations in _links only",
              body.difference(new Set(statement.body)),
              [],
            ),
          ];
        });
        return problems.slice(0, 3);
      }),
    ],
    after: (world, { header, body }) => [
      testCase("links: all relations", async () => [
        ...sameNames("every stated relation in some Link header", world.seen.header, header),
        ...sameNames("every stated relation in some _links", world.seen.body, body),
      ]),
    ],
  },
);

/** Names with a colon are made from data. */
function relations(found: readonly { readonly rel: string }[]): Set<string> {
  return new Set(found.map(({ rel }) => rel).filter((rel) => !rel.includes(":")));
}

function missing(
  where: string,
  stated: readonly string[],
  required: readonly string[],
  found: ReadonlySet<string>,
) {
  return required
    .filter((rel) => stated.includes(rel) && !found.has(rel))
    .map((rel) => ({ expected: `rel="${rel}" in ${where}`, received: `no such link` }));
}
