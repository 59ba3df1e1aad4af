/** `waymark explain`: every name leads to the plugin that contributes it and the config key that sets it. */
import { beforeAll, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { Alerts } from "waymark/services";
import { z } from "zod";
import { boot, type Booted } from "../../../kernel/host/boot/boot.ts";
import { configSchema } from "../../../plugins/tools/inspect/config-schema.ts";
import type { WaymarkConfig } from "../../../kernel/host/define/config.ts";
import { UsageError } from "../../../kernel/cli/command.ts";
import { explainTarget as find } from "../../../plugins/tools/explain/command.ts";
import { toText } from "../../../plugins/tools/explain/explanation.ts";
import { kindsOf } from "../../../plugins/tools/explain/kinds.ts";
import { keyPaths } from "../../../plugins/tools/explain/keys.ts";

const vault = definePlugin({
  id: "vault",
  summary: "Keeps something.",
  options: z.strictObject({ key: z.string().meta({ writeOnly: true }).default("s3cret") }),
  env: { key: "VAULT_KEY" },
  events: {
    "vault.opened": { of: z.object({}), access: { scopes: ["vault:read", "vault:write"] } },
    "vault.used": { of: z.object({}), access: "authenticated" },
  },
});
const Login = z.strictObject({ user: z.string(), password: z.string().meta({ writeOnly: true }) });
const nested = definePlugin({
  id: "nested",
  summary: "Keeps secrets at every depth.",
  options: z.strictObject({
    login: Login.default({ user: "ann", password: "s3cret" }),
    logins: z.array(Login).default([{ user: "ann", password: "s3cret" }]),
    byName: z.record(z.string(), z.strictObject({ login: Login })),
    pair: z.tuple([z.string(), z.string().meta({ format: "password" })]),
    either: z.union([z.literal("none"), z.strictObject({ port: z.int() }), Login]),
    tree: z.lazy(() => Tree),
    level: z.int().default(3),
  }),
});
const Tree: z.ZodType = z.strictObject({
  login: Login,
  get children() {
    return z.array(Tree).optional();
  },
});
const login = { user: "ann", password: "s3cret" };
const secrets = {
  byName: { home: { login } },
  pair: ["ann", "s3cret"],
  either: login,
  tree: { login, children: [{ login }] },
};

it("O5: every alert has a runbook, which its name finds", () => {
  const alerts = booted.registry.of(Alerts);
  expect(alerts.length).toBeGreaterThan(15);
  for (const { name, expr, action, runbook = [] } of alerts) {
    const text = explainTarget(booted, `Waymark${name}`);
    expect(runbook).not.toEqual([]);
    for (const part of [action, ...runbook, ...expr.split("\n")]) expect(text).toContain(part);
    expect(text).not.toContain("{{");
  }
});

let booted: Booted;
const explainTarget = (...args: Parameters<typeof find>) =>
  find(...args)
    .map(toText)
    .join("\n\n");
beforeAll(async () => {
  booted = await boot({
    cwd: import.meta.dirname,
    env: {},
    file: false,
    overrides: {
      port: 4000,
      plugins: {
        hsts: false,
        "rate-limit": { limit: 7 },
        store: { file: ":memory:" },
        vault,
        nested: [nested, secrets],
      },
    },
  });
});

const cases: readonly (readonly [string, readonly string[]])[] = [
  ["ping.getPing", ["GET /api/ping", "plugins.ping"]],
  ["/api/ping", ["GET /api/ping", "plugins.ping"]],
  ["GET /api/ping", ["GET /api/ping", "plugins.ping"]],
  ["get /api/ping?x=1", ["GET /api/ping", "plugins.ping"]],
  ["HEAD /api/ping", ["GET /api/ping"]],
  ["POST /api/graphql", ["POST /api/graphql", "graphql.postGraphql", "plugins.graphql"]],
  ["OPTIONS /api/graphql", ["graphql.queryGraphql", "graphql.postGraphql"]],
  [
    "x-ratelimit-limit",
    ["X-RateLimit-Limit", "plugins.rate-limit", "plugins.rate-limit.limit   7"],
  ],
  ["ETAG", ["ETag", "plugins.cache"]],
  ["accept-post", ["Accept-Post", "kernel"]],
  ["hateoasBodyLinks", ["capability hateoasBodyLinks: true", "off with plugins.links: false"]],
  ["hsts.maxAge", ["config key plugins.hsts.maxAge: -", "off"]],
  ["stop", ["config key stop: ", 'default  {"delay":"5s","drain":"35s"}']],
  ["rate-limit-exceeded", ["error rate-limit-exceeded: 429", "plugins.rate-limit"]],
  [
    "resource-not-found",
    ["error resource-not-found: 404", "List the collection", "kernel", "offices.getOffice"],
  ],
  ["Ping", ["schema Ping", "plugins.ping", "/api/schemas/Ping", "ping.getPing"]],
  ["BrainsList", ["schema BrainsList", "plugins.brains", "brains.listBrains"]],
  ["Error", ["schema Error", "kernel"]],
  ["data.changed", ["event data.changed", "plugins.events", "sent by  events."]],
  [
    "vault.opened",
    ["event vault.opened", "received by  callers with the scopes vault:read, vault:write"],
  ],
  ["vault.used", ["received by  callers with a valid credential"]],
  ["heartbeat", ["event heartbeat", "plugins.events"]],
  ["429", ["status 429 Too Many Requests", "rate-limit-exceeded"]],
  ["308", ["status 308", "GET", "/ping"]],
  ["eventBus", ["service eventBus", "plugins.event-bus", "needed by", "events"]],
  ["runtime", ["service runtime", "provided by  kernel"]],
  ["store", ["plugin store", "plugins.store.file", "service store", "needed by", "brains"]],
  ["hsts", ["plugin hsts", "off", "plugins.hsts"]],
  ["plugins.hsts", ["plugin hsts", "plugins.hsts"]],
  [
    "plugins.rate-limit.limit",
    ["plugins.rate-limit.limit", "7", "plugin", "WAYMARK_RATE_LIMIT_LIMIT", "default", "600"],
  ],
  ["rate-limit.limit", ["plugins.rate-limit.limit"]],
  ["WAYMARK_RATE_LIMIT_LIMIT", ["plugins.rate-limit.limit"]],
  ["port", ["port", "4000", "kernel", "PORT", "3000"]],
  ["PORT", ["4000"]],
  ["baseUrl", ["WAYMARK_BASE_URL"]],
];

it.each(cases)("%s", (target, parts) => {
  const text = explainTarget(booted, target);
  for (const part of parts) expect(text).toContain(part);
});

it.each([
  ["GET /api/pong", /did you mean "GET \/api\/ping"/],
  ["FETCH /api/ping", /nothing has the name/],
  ["PUT /api/ping", /it answers GET, HEAD, OPTIONS/],
  ["x-ratelimit-limits", /did you mean "X-RateLimit-Limit"/],
  ["hateoasBodyLink", /did you mean "hateoasBodyLinks"/],
  ["rate-limit-exceded", /did you mean "rate-limit-exceeded"/],
  ["BrainList", /did you mean "BrainsList"/],
  ["table-key-chnged", /did you mean "table-key-changed"/],
  ["eventBuss", /did you mean "eventBus"/],
  ["plugins.rate-limit.limits", /did you mean "plugins.rate-limit.limit"/],
  ["plugins.rate-limit.limit.more", /nothing has the name/],
  ["trustdProxies", /did you mean "trustedProxies"/],
  ["something that does not exist", /waymark routes, waymark plugins/],
])("%s is not found", (target, message) => {
  expect(() => explainTarget(booted, target)).toThrow(UsageError);
  expect(() => explainTarget(booted, target)).toThrow(message);
});

it("shows no secret", () => {
  for (const name of ["plugins.vault.key", "VAULT_KEY", "vault"]) {
    expect(explainTarget(booted, name)).toContain("(not shown)");
    expect(explainTarget(booted, name)).not.toContain("s3cret");
  }
});

it("shows no secret at any depth (A8)", () => {
  const names = keyPaths(booted).filter((path) => path.startsWith("plugins.nested"));
  const deeper = ["login.password", "byName.home.login", "logins.0.password"];
  for (const name of [...names, ...deeper.map((path) => `plugins.nested.${path}`)]) {
    const text = explainTarget(booted, name);
    expect(text).not.toContain("s3cret");
    if (!name.endsWith("level")) expect(text).toContain("(not shown)");
  }
  expect(explainTarget(booted, "plugins")).not.toContain("s3cret");
  // The rest of the value helps.
  expect(explainTarget(booted, "plugins.nested.login")).toContain('{"user":"ann"');
  expect(explainTarget(booted, "plugins.nested.level")).toContain("3");
});

it.each<[what: string, options: object]>([
  ["of a wrong type", { pair: ["ann", ["s3cret"]] }],
  ["in another form", { login: "ann:s3cret" }],
  ["as a list", { login: ["ann", "s3cret"] }],
  ["under a misspelt key", { login: { user: "ann", pasword: "s3cret" } }],
  ["under an unknown key", { token: "s3cret" }],
  ["beside a mistake", { login: { user: 7, password: "s3cret" } }],
  ["among options that a plugin does not have", { clock: "s3cret" }],
])("no finding shows a secret %s (A8)", async (_what, options) => {
  const plugins: WaymarkConfig["plugins"] = {
    nested: [nested, { ...secrets, ...options }],
    clock: { key: "s3cret" },
  };
  const failed = await boot({
    cwd: import.meta.dirname,
    env: {},
    file: false,
    overrides: { plugins },
  }).catch(String);
  expect(failed).toContain("OPTION_INVALID");
  expect(failed).not.toContain("s3cret");
});

it.each<[unknown]>([[[{ key: "s3cret" }]], ["s3cret"], [{ $optional: 3, key: "s3cret" }]])(
  "no finding shows a setting of a wrong form (A8): %j",
  async (setting) => {
    const overrides = { plugins: { clock: setting } } as WaymarkConfig;
    const failed = await boot({ cwd: "/", env: {}, file: false, overrides }).catch(String);
    expect(failed).toContain("CONFIG_INVALID");
    expect(failed).not.toContain("s3cret");
  },
);

it("the schema for editors has no default that holds a secret (A8)", () => {
  expect(JSON.stringify(configSchema(booted.installed))).not.toContain("s3cret");
});

it("finds everything that has a name", () => {
  const { registry, installed } = booted;
  const names = [
    ...registry.routes.flatMap(({ ref, method, path }) => [ref, path, `${method} ${path}`]),
    ...Object.keys(registry.capabilities),
    ...registry.errors.map(({ code }) => code),
    ...registry.schemas.keys(),
    ...installed.map(({ plugin }) => plugin.id),
    ...keyPaths(booted),
    ...registry.points.flatMap(({ id, explained }) => [
      id,
      ...[...explained()].map(({ name }) => name),
    ]),
  ];
  const kinds = kindsOf(booted); // once, as a lookup makes them all
  const textOf = (name: string) => kinds.flatMap((kind) => kind.explain(name).map(toText)).join();
  const known = kinds.flatMap((kind) => kind.names);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => textOf(name) === "")).toEqual([]);
  const lost = names.filter((name) => !/kernel|plugins[.[]/.test(textOf(name)));
  expect(lost).toEqual([]);
});

it("explains a key of plugins that a point owns", () => {
  const [alerts, exported] = [explainTarget(booted, "alerts"), explainTarget(booted, "exports")];
  expect(alerts).toMatch(
    /^key alerts of plugins\n\n {2}read by {2}metrics \(set by plugins\.metrics\)\n/,
  );
  expect(alerts).toMatch(/\nentries\n(?: {2}\w+ +plugin [\w-]+\n)* {2}\w+ +plugin metrics/);
  expect(exported).toMatch(/^key exports of plugins\n\n {2}read by {2}kernel\n/);
});

it("explains the rules of diff, and the commands of plugins with their arguments", () => {
  expect(explainTarget(booted, "table-key-changed")).toBe(
    "rule table-key-changed of waymark diff: breaking\nThe new revision refuses to start on the data that is there.",
  );
  expect(() => explainTarget(booted, "toString")).toThrow(/nothing has the name/);
  const store = explainTarget(booted, "migrate");
  expect(store).toMatch(/^command waymark migrate\n/);
  expect(store).toMatch(/owner {2}plugin store \(set by plugins\.store\)/);
  expect(store).toMatch(/flags\n {2}--plan {2}Print/);
});
