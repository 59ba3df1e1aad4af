/** Faults of services that know their callers, each put in: `waymark check` finds every one. */
import { definePlugin, definePolicy, type Call, type Plugin, type Policy } from "waymark";
import preset from "waymark/preset";
import { expect, it } from "vitest";
import { z } from "zod";
import { draw, seed } from "../../_draw.ts";
import access from "../../../plugins/identity/access/index.ts";
import type { RunOptions } from "../../../plugins/tools/shared/run-options.ts";
import { failed, routesOf } from "../../_conforms.ts";
import { implemented } from "../../_offered.ts";
import { checkThrough, type Tampering } from "../tools/check/_proxy.ts";
import { badges, notes } from "./_setup.ts";

const audit = await implemented("audit");
const SMALL = new Set(
  "request-id rate-limit problem-details links cache cors lists prefer clock ids event-bus store jobs graphql root schemas server-timing locales size-limits".split(
    " ",
  ),
);
const around: readonly Plugin[] = preset.filter(({ id }) => SMALL.has(id));

async function failuresOf(
  tampering: Tampering = {},
  changed: readonly Plugin[] = [],
  options: RunOptions = {},
): Promise<readonly string[]> {
  const own = [access as Plugin, badges as Plugin, notes as Plugin].map(
    (plugin) => changed.find(({ id }) => id === plugin.id) ?? plugin,
  );
  const others = changed.filter(({ id }) => own.every((plugin) => plugin.id !== id));
  return failed(await checkThrough([...around, ...own, ...others], tampering, options));
}

/** A check of the routes that the cases are of finds the fault by these cases. */
async function expectFound(
  cases: readonly string[],
  tampering: Tampering,
  ...changed: readonly Plugin[]
): Promise<void> {
  const found = await failuresOf(tampering, changed, routesOf(cases));
  expect(found).toEqual(expect.arrayContaining([...cases]));
}

/** The plugin with one of its policies changed. */
function withPolicy(
  plugin: Plugin,
  id: string,
  change: (policy: Policy) => Partial<Policy>,
): Plugin {
  const policies = plugin.policies?.map((one) =>
    one.id === id ? { ...one, ...change(one) } : one,
  );
  return { ...plugin, ...(policies && { policies }) };
}

it("without a fault has no failures", async () => {
  expect(await failuresOf()).toEqual([]);
});

it("without a fault, while the audit records the check itself, has no failures", async () => {
  expect(await failuresOf({}, [audit as Plugin])).toEqual([]);
});

it("a guard that GraphQL forgets", async () => {
  const forgetful = withPolicy(access as Plugin, "access", () => ({ guards: false }));
  await expectFound(["GET /api/known [strangers]"], {}, forgetful as Plugin);
});

it("a principal kept from the first caller", async () => {
  let first: string | undefined;
  const keeping = definePlugin({
    id: "keeping",
    summary: "Answers with the first reader.",
    routes: {
      showReader: {
        method: "GET",
        path: "/api/reader",
        summary: "Show the reader.",
        returns: z.object({ reader: z.string() }),
        cache: { scope: "private", maxAge: "60s" },
        access: "authenticated",
        publish: { rootLink: "reader" },
      },
    },
    handlers: () => ({
      showReader: ({ principal }) => ({ reader: (first ??= principal.name) }),
    }),
  });
  await expectFound(["GET /api/reader [callers]"], {}, keeping as Plugin);
});

it("credentials that are all good", async () => {
  const trusting = withPolicy(badges as Plugin, "badges", ({ identifies }) => ({
    ...(identifies && {
      identifies: {
        ...identifies,
        identify: () => ({ id: "any", kind: "badges", name: "any", scopes: ["notes:read"] }),
      },
    }),
  }));
  await expectFound(
    [
      "GET /api/open [credentials: bad ones]",
      "GET /api/known [credentials: bad ones]",
      "GET /api/scoped [access: scopes]",
    ],
    {},
    trusting,
  );
});

it("a credential in answers, and one in the log", async () => {
  const echoing = definePlugin({
    id: "echoing",
    summary: "Answers with the credential.",
    policies: [
      definePolicy({
        id: "echoing",
        writes: { "X-Echo": "The credential." },
        compile: () => ({
          fields: () => ({ "X-Echo": (call: Call) => call.header("authorization") }),
        }),
      }),
    ],
  });
  expect(await failuresOf({}, [echoing as Plugin])).toContain("the server [secrets]");
});

/** Targets whose last refusal had a reason. */
const explained = new Set<string>();
const isOf = (path: string, target: string) => target.split("?", 1)[0] === path;

const TAMPERED: readonly (readonly [string, Tampering, readonly string[]])[] = [
  [
    "ignores credentials where none is required",
    {
      ask(ask) {
        if (isOf("/api/open", ask.url)) delete ask.headers.authorization;
      },
    },
    ["GET /api/open [credentials: bad ones]", "GET /api/open [credentials: two at once]"],
  ],
  [
    "loses Vary",
    { answer: ({ headers }) => delete headers.vary },
    ["GET /api/known [headers]", "GET /api/scoped [headers]"],
  ],
  [
    "loses WWW-Authenticate",
    { answer: ({ headers }) => delete headers["www-authenticate"] },
    [
      "GET /api/open [credentials: bad ones]",
      "GET /api/known [access: anonymous]",
      "GET /api/scoped [access: scopes]",
    ],
  ],
  [
    "answers one bad credential in another way than the next",
    {
      // In turns rather than by chance, which might answer all the bad credentials of a route alike.
      answer(answer) {
        if (answer.status !== 401 || explained.delete(answer.target)) return;
        explained.add(answer.target);
        answer.headers["x-reason"] = "expired";
      },
    },
    ["GET /api/known [credentials: bad ones]"],
  ],
  [
    "is public for everybody in front of the service",
    { answer: ({ headers }) => (headers["cache-control"] = "public, max-age=60") },
    ["GET /api/known [cache: Cache-Control]"],
  ],
  [
    "refuses preflights",
    {
      answer(answer) {
        if (answer.method === "OPTIONS") answer.status = 401;
      },
    },
    ["GET /api/known [strangers]", "GET /api/known [OPTIONS]"],
  ],
  [
    "sends more than is allowed",
    {
      ask(ask) {
        if (ask.headers.authorization === undefined) ask.headers.authorization = "Bearer badge-ann";
      },
    },
    ["GET /api/known [access: anonymous]", "GET /api/scoped [access: anonymous]"],
  ],
];

it.each(draw(TAMPERED, 3))(
  `a deployment that %s, with SEED=${seed}`,
  async (_name, tampering, expected) => {
    await expectFound(expected, tampering);
  },
);
