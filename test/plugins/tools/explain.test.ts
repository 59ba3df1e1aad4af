/** `waymark explain`: every name leads to the plugin that contributes it and the config key that sets it. */
import { beforeAll, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { Alerts, Capabilities } from "waymark/services";
import { z } from "zod";
import { boot, type Booted } from "../../../kernel/host/boot/boot.ts";
import { configSchema } from "../../../plugins/tools/inspect/config-schema.ts";
import type { WaymarkConfig } from "../../../kernel/host/define/config.ts";
import { UsageError } from "../../../kernel/cli/command.ts";
import { explainTarget as find } from "../../../plugins/tools/explain/command.ts";
import { toText } from "../../../plugins/tools/explain/explanation.ts";
import { kindsOf } from "../../../plugins/tools/explain/kinds.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

const vault = definePlugin({
  id: "vault",
  summary: "Keeps something.",
  options: z.strictObject({ key: z.string().meta({ writeOnly: true }).default("s3cret") }),
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
  ["rate-limit-exceeded", ["error rate-limit-exceeded: 429", "plugins.rate-limit"]],
  ["429", ["status 429 Too Many Requests", "rate-limit-exceeded", "showRateLimit"]],
  ["status.changed", ["event status.changed", "plugins.history", "events.streamEvents"]],
  [
    "resource-not-found",
    ["error resource-not-found: 404", "List the collection", "kernel", "offices.getOffice"],
  ],
  ["store", ["plugin store", "plugins.store.file", "provides  store"]],
  ["hsts", ["plugin hsts", "off", "plugins.hsts"]],
  ["plugins.hsts", ["plugin hsts", "plugins.hsts"]],
];

it.each(cases)("%s", (target, parts) => {
  const text = explainTarget(booted, target);
  for (const part of parts) expect(text).toContain(part);
});

it("knows metrics that no plugin declares, with their bounds", async () => {
  const { stdout } = await waymark(folderOf(), "explain http_request_duration_seconds");
  expect(stdout).toMatch(/^metric http_request_duration_seconds: histogram\n/);
  expect(stdout).toMatch(/buckets up to +0\.001, /);
});

it.each([
  ["GET /api/pong", /did you mean "GET \/api\/ping"/],
  ["FETCH /api/ping", /nothing has the name/],
  ["PUT /api/ping", /it answers GET, HEAD, OPTIONS/],
  ["x-ratelimit-limits", /did you mean "X-RateLimit-Limit"/],
  ["hateoasBodyLink", /did you mean "hateoasBodyLinks"/],
  ["rate-limit-exceded", /did you mean "rate-limit-exceeded"/],
  ["plugins.rate-limt", /did you mean "plugins.rate-limit"/],
  ["428", /waymark routes, waymark plugins/],
  ["something that does not exist", /waymark routes, waymark plugins/],
])("%s is not found", (target, message) => {
  expect(() => explainTarget(booted, target)).toThrow(UsageError);
  expect(() => explainTarget(booted, target)).toThrow(message);
});

it("shows no secret", () => {
  expect(explainTarget(booted, "vault")).toContain("(not shown)");
  expect(explainTarget(booted, "vault")).not.toContain("s3cret");
});

it("shows no secret at any depth, and the rest of the value (A8)", () => {
  const text = explainTarget(booted, "nested");
  expect(text).not.toContain("s3cret");
  expect(text.match(/\(not shown\)/g)?.length).toBeGreaterThan(5);
  expect(text).toContain('{"user":"ann"');
  expect(text).toMatch(/plugins\.nested\.level +3/);
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
    ...Object.keys(registry.of(Capabilities)),
    ...registry.errors.map(({ code }) => code),
    ...installed.map(({ plugin }) => plugin.id),
    ...registry.points.flatMap(({ explained }) => [...explained()].map(({ name }) => name)),
  ];
  const kinds = kindsOf(booted); // once, as a lookup makes them all
  const textOf = (name: string) => kinds.flatMap((kind) => kind.explain(name).map(toText)).join();
  const known = kinds.flatMap((kind) => kind.names);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => textOf(name) === "")).toEqual([]);
  const lost = names.filter((name) => !/kernel|plugins[.[]/.test(textOf(name)));
  expect(lost).toEqual([]);
});

it("says nothing of flags that no plugin reads", async () => {
  const flag = definePlugin({ id: "flag", summary: "Has one.", capabilities: { waving: true } });
  const alone = await boot({ cwd: import.meta.dirname, env: {}, file: false, preset: [flag] });
  expect(() => explainTarget(alone, "waving")).toThrow(/nothing has the name/);
});

it("explains the commands of plugins with their arguments", () => {
  expect(() => explainTarget(booted, "toString")).toThrow(/nothing has the name/);
  const store = explainTarget(booted, "migrate");
  expect(store).toMatch(/^command waymark migrate\n/);
  expect(store).toMatch(/owner {2}plugin store \(set by plugins\.store\)/);
  expect(store).toMatch(/flags\n {2}--plan {2}Print/);
});
