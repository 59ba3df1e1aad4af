import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { definePlugin } from "waymark";
import { boot, type BootError } from "waymark/server";
import { pluginEnv, switchIn, toVariable } from "../../../../kernel/host/config/plugin-env.ts";
import { CONFIG_FILES } from "../../../../kernel/host/config/file.ts";
import { validateConfig, loadConfig } from "../../../../kernel/host/config/config.ts";
import { folderOf } from "../../../_folder.ts";

const defaults = {
  app: {
    name: "waymark",
    version: "0.1.0",
    description: "An API server that describes itself.",
  },
  host: "127.0.0.1",
  port: 3000,
  trustedProxies: [],
  proxyHeaders: "x-forwarded",
  log: { level: "info" },
  stop: { delay: "5s", drain: "35s" },
  preset: "waymark/preset",
  plugins: {},
};

describe("validateConfig", () => {
  it.each([
    [["brains", "tea"], "plugins: { brains: true, tea: true }"],
    ["brains", "plugins: { brains: true }"],
    [7, 'plugins: { "tide-tables": true }'],
  ])("T7: says in words of people that plugins has keys, not %j", async (plugins, example) => {
    const { findings } = await validateConfig({ plugins });
    expect(findings).toMatchObject([
      {
        message: `plugins has a key for each plugin; received ${JSON.stringify(plugins)}`,
        hint: `write ${example}; a plugin of the preset is on unless its key is false`,
      },
    ]);
  });

  it("fills in defaults", async () => {
    expect(await validateConfig({})).toEqual({ config: defaults, findings: [] });
  });

  it.each([
    { name: "file", file: { port: 1 }, env: {}, overrides: {}, port: 1 },
    {
      name: "environment over file",
      file: { port: 1 },
      env: { PORT: "2" },
      overrides: {},
      port: 2,
    },
    {
      name: "command line over environment",
      file: { port: 1 },
      env: { PORT: "2" },
      overrides: { port: 3 },
      port: 3,
    },
    {
      name: "an empty variable is absent",
      file: { port: 1 },
      env: { PORT: "" },
      overrides: {},
      port: 1,
    },
  ])("precedence: $name", async ({ file, env, overrides, port }) => {
    const { config, findings } = await validateConfig(file, { env, overrides });
    expect(findings).toEqual([]);
    expect(config.port).toBe(port);
  });

  it.each([
    ["https://api.example.com", "https://api.example.com"],
    ["https://api.example.com/", "https://api.example.com"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["https://api.example.com/v1", undefined],
    ["ftp://example.com", undefined],
    ["example.com", undefined],
  ])("baseUrl %s", async (baseUrl, accepted) => {
    const { config, findings } = await validateConfig({ baseUrl });
    expect(config.baseUrl).toBe(accepted);
    expect(findings.map(({ code }) => code)).toEqual(
      accepted === undefined ? ["CONFIG_INVALID"] : [],
    );
  });

  it("keeps what is right beside what is wrong", async () => {
    const { config, findings } = await validateConfig({ port: -1, service: "atlas" });
    expect(config).toMatchObject({ port: 3000, app: { name: "atlas" } });
    expect(findings).toHaveLength(1);
  });

  it("reads the service, its version, proxies and the level of the log from the environment (C2, C7)", async () => {
    const env = {
      WAYMARK_SERVICE: "atlas",
      WAYMARK_SERVICE_VERSION: "2.0.0",
      WAYMARK_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      WAYMARK_LOG_LEVEL: "debug",
    };
    const { config, findings } = await validateConfig({ log: { level: "warn" } }, { env });
    expect(findings).toEqual([]);
    expect(config).toMatchObject({
      app: { name: "atlas", version: "2.0.0" },
      trustedProxies: ["10.0.0.0/8", "::1"],
      log: { level: "debug" },
    });
    const refused = await validateConfig(
      {},
      { env: { WAYMARK_TRUSTED_PROXIES: "proxy", WAYMARK_LOG_LEVEL: "loud" } },
    );
    expect(refused.findings.map(({ where, hint }) => [where, hint])).toEqual([
      ["trustedProxies.0 (WAYMARK_TRUSTED_PROXIES)", expect.stringContaining("10.0.0.0/8")],
      [
        "log.level (WAYMARK_LOG_LEVEL)",
        expect.stringContaining('"debug", "info", "warn" or "error"'),
      ],
    ]);
  });

  it("replaces settings of plugins one by one", async () => {
    const { config } = await validateConfig(
      { plugins: { cors: false, clock: true } },
      { overrides: { plugins: { cors: { origins: ["*"] } } } },
    );
    expect(config.plugins).toEqual({ cors: { origins: ["*"] }, clock: true });
  });
});

describe("the name and the sentence about the service", () => {
  it("may come by language: the first one is for programs", async () => {
    const { config, findings } = await validateConfig({
      service: { en: "Maps", es: "Mapas" },
      description: { es: "Todos los mapas.", en: "All maps." },
    });
    expect(findings).toEqual([]);
    expect(config.app).toEqual({
      name: "Maps",
      version: "0.1.0",
      description: "Todos los mapas.",
      localized: [
        { en: "Maps", es: "Mapas" },
        { es: "Todos los mapas.", en: "All maps." },
      ],
    });
  });

  it.each([[{}], [{ Spanish: "Mapas." }], [{ es: "" }], [1]])("refuses %o", async (description) => {
    const { findings } = await validateConfig({ description });
    expect(findings).toMatchObject([{ code: "CONFIG_INVALID" }]);
  });
});

describe("loadConfig", () => {
  let cwd = "";
  beforeEach(() => void (cwd = folderOf()));

  const spellings = (name: string) => {
    if (/ya?ml$/.test(name))
      return "# a comment\nservice: found\nplugins: { cors: { origins: [a, b] } }\n";
    const json = '{ "service": "found", "plugins": { "cors": { "origins": ["a", "b"] } } }';
    return name.endsWith("json") ? json : `export default ${json};`;
  };
  it.each(CONFIG_FILES)("reads %s", async (name) => {
    writeFileSync(join(cwd, name), spellings(name));
    const { config, file, folder, findings } = await loadConfig({ cwd, env: {} });
    expect(findings).toEqual([]);
    expect(config.app.name).toBe("found");
    expect(config.plugins).toEqual({ cors: { origins: ["a", "b"] } });
    expect({ file, folder }).toEqual({ file: join(cwd, name), folder: cwd });
  });

  it("needs no file", async () => {
    expect(await loadConfig({ cwd, env: {} })).toMatchObject({ config: defaults, findings: [] });
  });

  it("takes a file of comments for an empty one", async () => {
    writeFileSync(join(cwd, "waymark.config.yaml"), "---\n# port: 1\n\n");
    expect(await loadConfig({ cwd, env: {} })).toMatchObject({ config: defaults, findings: [] });
  });

  it("reads the file that WAYMARK_CONFIG names, and no other", async () => {
    writeFileSync(join(cwd, "waymark.config.yaml"), "port: 1\n");
    writeFileSync(join(cwd, "prod.yaml"), "port: 2\n");
    const { config } = await loadConfig({ cwd, env: { WAYMARK_CONFIG: "prod.yaml" } });
    expect(config.port).toBe(2);
  });

  it.each([
    [".env", "PORT=1\n"],
    [".waymarkrc", "port=1\n"],
    ["package.json", '{ "waymark": { "port": 1 } }'],
  ])("does not read %s", async (name, text) => {
    writeFileSync(join(cwd, "waymark.config.yaml"), "service: quiet\n");
    writeFileSync(join(cwd, name), text);
    expect((await loadConfig({ cwd, env: {} })).config.port).toBe(3000);
  });

  it("names the file for keys that every object has", async () => {
    writeFileSync(join(cwd, "waymark.config.yaml"), "__proto__: 1\nconstructor: 2\ntoString: 3\n");
    const { findings } = await loadConfig({ cwd, env: {} });
    expect(findings.map(({ where }) => where)).toEqual([
      "__proto__ (waymark.config.yaml)",
      "constructor (waymark.config.yaml)",
      "toString (waymark.config.yaml)",
    ]);
  });

  it.each(["extends", "$env", "$production"])(
    "refuses %s, which other loaders act on",
    async (key) => {
      writeFileSync(join(cwd, "waymark.config.json"), JSON.stringify({ [key]: { port: 1 } }));
      const { config, findings } = await loadConfig({ cwd, env: {} });
      expect(config.port).toBe(3000);
      expect(findings.map(({ code }) => code)).toEqual(["CONFIG_KEY_UNKNOWN"]);
    },
  );
});

describe("the environment", () => {
  const plugin = (id: string, options?: z.ZodType, env?: Record<string, string>) =>
    definePlugin({
      id,
      summary: "For this test.",
      ...(options === undefined ? {} : { options }),
      ...(env === undefined ? {} : { env }),
    });
  const limits = z.strictObject({
    limit: z.int(),
    burst: z.int().or(z.literal("none")),
    on: z.boolean(),
    names: z.array(z.string()),
    codes: z.array(z.int()),
    map: z.record(z.string(), z.int()),
    maxAge: z.string(),
    size: z.enum(["small", "large"]),
    url: z.string(),
  });
  const read = (env: Record<string, string>) =>
    pluginEnv(env, [
      plugin("rate", z.object({ limitBurst: z.int(), only: z.int() })),
      plugin("rate-limit", limits, { url: "DATABASE_URL" }),
    ]);

  it.each([
    ["LIMIT", "600", { limit: 600 }],
    ["LIMIT", "many", { limit: "many" }],
    ["BURST", "5", { burst: 5 }],
    ["BURST", "none", { burst: "none" }],
    ["ON", "false", { on: false }],
    ["NAMES", "a, b", { names: ["a", "b"] }],
    ["NAMES", '["a,b"]', { names: ["a,b"] }],
    ["CODES", "408,429", { codes: [408, 429] }],
    ["MAP", '{"a":1}', { map: { a: 1 } }],
    ["MAX_AGE", "60", { maxAge: "60" }],
    ["SIZE", "small", { size: "small" }],
  ])("WAYMARK_RATE_LIMIT_%s=%s", (option, text, values) => {
    const { byPlugin, notices } = read({ [`WAYMARK_RATE_LIMIT_${option}`]: text });
    expect(byPlugin.get("rate-limit")?.values).toEqual(values);
    expect(notices).toEqual([]);
  });

  it("assigns a variable to the longest plugin id that has the option", () => {
    const { byPlugin } = read({ WAYMARK_RATE_LIMIT_BURST: "5", WAYMARK_RATE_ONLY: "1" });
    expect(byPlugin.get("rate-limit")?.values).toEqual({ burst: 5 });
    expect(byPlugin.get("rate")?.values).toEqual({ only: 1 });
  });

  it("knows a variable that the plugin names for an option, and prefers the long form", () => {
    const alias = { DATABASE_URL: "postgres://a" };
    expect(read(alias).byPlugin.get("rate-limit")?.values).toEqual({ url: "postgres://a" });
    const both = read({ WAYMARK_RATE_LIMIT_URL: "postgres://b", ...alias });
    expect(both.byPlugin.get("rate-limit")).toMatchObject({
      values: { url: "postgres://b" },
      origins: new Map([["url", "WAYMARK_RATE_LIMIT_URL"]]),
    });
  });

  it("knows variables of members, which change these alone", async () => {
    const options = z.strictObject({
      pool: z
        .strictObject({ size: z.int(), hosts: z.array(z.string()) })
        .partial()
        .optional(),
    });
    const pool = definePlugin({
      id: "sluice",
      summary: "For this test.",
      options,
      env: { "pool.size": "POOL_SIZE", "pool.hosts": "WAYMARK_POOL_HOSTS" },
    });
    const bootWith = (env: Record<string, string>, plugins = {}) =>
      boot({ cwd: "/", file: false, preset: [pool], env, overrides: { plugins } });
    const env = { POOL_SIZE: "3", WAYMARK_POOL_HOSTS: "a,b" };
    const { installed } = await bootWith(env, { sluice: { pool: { size: 1, hosts: ["c"] } } });
    expect(installed[0]?.options).toEqual({ pool: { size: 3, hosts: ["a", "b"] } });
    await bootWith({ POOL_SIZE: "3" }, { sluice: { pool: { hosts: ["c"] } } });
    const placeOf = (set: Record<string, string>, plugins?: object) =>
      bootWith(set, plugins).then(
        () => undefined,
        ({ findings }: BootError) => findings.map(({ where }) => where),
      );
    const size = "plugins.sluice.pool.size";
    const hosts = { WAYMARK_POOL_HOSTS: "a" };
    expect(await placeOf({ POOL_SIZE: "many" })).toEqual([`${size} (POOL_SIZE)`]);
    expect(await placeOf({ POOL_SIZE: "many", ...hosts })).toEqual([`${size} (POOL_SIZE)`]);
    expect(await placeOf({ WAYMARK_SLUICE_POOL: '{"size":"many"}', ...hosts })).toEqual([
      `${size} (WAYMARK_SLUICE_POOL)`,
    ]);
    const file = { sluice: { pool: { size: "many" } } };
    expect(await placeOf(hosts, file)).toEqual([`${size} (config)`]);
  });

  it("switches plugins", () => {
    const env = { WAYMARK_RATE: "false", WAYMARK_RATE_LIMIT: "true" };
    expect(["rate", "rate-limit", "clock"].map((id) => switchIn(env, id))).toEqual([
      false,
      true,
      undefined,
    ]);
    expect(read(env).notices).toEqual([]);
  });

  it("names unknown variables, with suggestions", () => {
    const env = { WAYMARK_RATE_LIMIT_LIMT: "5", WAYMARK_CONFIG: "x", PATH: "/bin" };
    expect(read(env).notices).toEqual([
      {
        message: "the environment variable WAYMARK_RATE_LIMIT_LIMT sets nothing",
        fields: { nearest: "WAYMARK_RATE_LIMIT_LIMIT" },
      },
    ]);
  });

  it("ignores a switch that is neither true nor false, without a word about its value (C7)", () => {
    const { byPlugin, notices } = read({ WAYMARK_RATE_LIMIT: "hunter2" });
    expect(byPlugin.size).toBe(0);
    expect(notices).toEqual([
      {
        message:
          "the environment variable WAYMARK_RATE_LIMIT is ignored: true or false switches the plugin rate-limit",
        fields: {},
      },
    ]);
  });

  it("says once of all variables of Kubernetes that they set nothing (C7)", () => {
    const service = (prefix: string, address: string) => ({
      [`${prefix}_SERVICE_HOST`]: "10.0.0.1",
      [`${prefix}_SERVICE_PORT`]: "80",
      [`${prefix}_SERVICE_PORT_HTTP`]: "80",
      [`${prefix}_PORT`]: address,
      [`${prefix}_PORT_80_TCP`]: address,
      [`${prefix}_PORT_80_TCP_PROTO`]: "tcp",
      [`${prefix}_PORT_80_TCP_PORT`]: "80",
      [`${prefix}_PORT_80_TCP_ADDR`]: "10.0.0.1",
    });
    const address = "tcp://10.0.0.1:80";
    const injected = { ...service("WAYMARK", address), ...service("WAYMARK_RATE_LIMIT", address) };
    const { byPlugin, notices } = read({ ...injected, WAYMARK_RATE_LIMIT_LIMIT: "5" });
    expect([...byPlugin].map(([id, { values }]) => [id, values])).toEqual([
      ["rate-limit", { limit: 5 }],
    ]);
    expect(notices).toEqual([
      {
        message: "variables of Kubernetes Services begin like ours and set nothing",
        fields: {
          variables: Object.keys(injected).length,
          services: ["WAYMARK", "WAYMARK_RATE_LIMIT"],
          hint: "enableServiceLinks: false in the Pod's spec removes them",
        },
      },
    ]);
    // Without the address of a Service.
    expect(read({ WAYMARK_SERVICE_HOST: "a", WAYMARK_PORT: "80" }).notices).toHaveLength(2);
  });

  it.each([
    ["rate-limit", "RATE_LIMIT"],
    ["maxAge", "MAX_AGE"],
    ["http2Port", "HTTP2_PORT"],
  ])("spells %s as %s", (name, variable) => {
    expect(toVariable(name)).toBe(variable);
  });
});
