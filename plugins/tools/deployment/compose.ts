/** The compose file: the nodes, the engines that they share, and the balancer. */
import { BALANCER_PORT, CERTIFICATE, isHttps, nodeNames, SECURE_PORT } from "./balancer.ts";
import { ADMIN_HOST, DATABASE, REDIS, type Facts, type Secret } from "./facts.ts";
import { DATA, lookAt, MEMORY, MIGRATE, OPEN_FILES, USER } from "./image.ts";
import { certificateFiles } from "./listeners.ts";
import { toYaml } from "./yaml.ts";

/** The network of balancer and nodes: the service trusts the proxies in it. */
const SUBNET = "172.30.93.0/24";
const PASSWORD = "postgres-password";
/** Limits of a program with many connections, whose log must not fill the disk. */
const LIMITS = {
  ulimits: { nofile: OPEN_FILES },
  logging: { driver: "local", options: { "max-size": "20m", "max-file": "5" } },
};
const MIGRATED = { migrate: { condition: "service_completed_successfully" } };

export function composeFile(facts: Facts): string {
  const { name, nodes, hasDatabase, hasRedis, dataFile } = facts;
  const isBalanced = nodes > 1;
  const given = secretsGiven(facts);
  const files = [...given.map(({ file }) => file), ...(hasDatabase ? [PASSWORD] : [])];
  const compose = {
    name,
    services: {
      ...(facts.migratesOnce ? { migrate: migration(facts) } : {}),
      ...(isBalanced
        ? Object.fromEntries(nodeNames(nodes).map((node) => [node, nodeService(facts, node)]))
        : { [name]: { ...nodeService(facts, undefined), ports: [`${facts.port}:${facts.port}`] } }),
      ...(isBalanced ? { balancer: balancer(facts) } : {}),
      ...(hasDatabase ? { postgres: postgres(name) } : {}),
      ...(hasRedis ? { valkey: VALKEY } : {}),
      ...(facts.listeners.metrics === undefined ? {} : { prometheus: prometheus(facts) }),
    },
    networks: {
      front: { ipam: { config: [{ subnet: SUBNET }] } },
      ...(hasDatabase || hasRedis ? { back: { internal: true } } : {}),
    },
    ...volumes([
      ...(dataFile === undefined ? [] : ["data"]),
      ...(hasDatabase ? ["postgres"] : []),
      ...(hasRedis ? ["valkey"] : []),
      ...(facts.listeners.metrics === undefined ? [] : ["prometheus"]),
    ]),
    ...(files.length === 0
      ? {}
      : {
          secrets: Object.fromEntries(files.map((file) => [file, { file: `./secrets/${file}` }])),
        }),
  };
  return `${head(facts, given)}${toYaml(compose)}`;
}

/** Redis of this file has no password, as no other network reaches it. */
function secretsGiven({ secrets }: Facts): readonly Secret[] {
  return secrets.filter(({ variable }) => variable !== REDIS);
}

function head(facts: Facts, secrets: readonly Secret[]): string {
  const { name, into, hasDatabase } = facts;
  const own = hasDatabase
    ? [
        `openssl rand -hex 24 > ${into}/secrets/${PASSWORD}`,
        `printf 'postgres://${name}:%s@postgres/${name}' "$(cat ${into}/secrets/${PASSWORD})" > ${into}/secrets/database-url`,
      ]
    : [];
  const others = secrets
    .filter(({ variable }) => variable !== DATABASE)
    .map(({ file, key }) => `editor ${into}/secrets/${file}    # ${key}`);
  const steps = [...own, ...others];
  const lines =
    steps.length === 0
      ? []
      : [
          // The folder keeps others out; within the containers a user without rights reads the files.
          `mkdir -pm 700 ${into}/secrets`,
          ...steps,
          `chmod 444 ${into}/secrets/*`,
        ];
  const { tls, metrics } = facts.listeners;
  const certificate =
    tls === undefined
      ? []
      : [
          `sudo install -d -o ${USER} -m 500 ${into}/tls`,
          ...certificateFiles(tls).map(
            (file) =>
              `sudo install -o ${USER} -m 400 ${file} ${into}/tls/    # again when it is renewed`,
          ),
        ];
  const scraped =
    metrics === undefined ? [] : [`docker compose -f ${into}/compose.yaml --profile monitoring up`];
  return [
    ...lines,
    ...certificate,
    `docker compose -f ${into}/compose.yaml up --build --detach`,
    ...scraped,
  ]
    .map((line) => `# ${line}\n`)
    .join("");
}

function nodeService(facts: Facts, node: string | undefined) {
  const {
    name,
    into,
    project,
    ready,
    live,
    graceSeconds,
    variables,
    hasDatabase,
    hasRedis,
    dataFile,
  } = facts;
  const secrets = secretsGiven(facts);
  const path = ready ?? live;
  const { tls } = facts.listeners;
  const mounts = [
    ...(dataFile === undefined ? [] : [`data:${DATA}`]),
    ...(tls === undefined ? [] : [`./tls:${tls.folder}:ro`]),
  ];
  const engines = [...(hasDatabase ? ["postgres"] : []), ...(hasRedis ? ["valkey"] : [])];
  return {
    image: name,
    build: { context: project, dockerfile: `${into}/Dockerfile` },
    restart: "unless-stopped",
    user: `${USER}:${USER}`,
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    stop_grace_period: `${graceSeconds}s`,
    mem_reservation: MEMORY.request.replace("Mi", "m"),
    mem_limit: MEMORY.limit.replace("Mi", "m"),
    ...LIMITS,
    environment: {
      ...variables,
      ...(node === undefined
        ? {}
        : {
            WAYMARK_INSTANCE: node,
            WAYMARK_TRUSTED_PROXIES: SUBNET,
            WAYMARK_BASE_URL: facts.baseUrl ?? `http://localhost:${BALANCER_PORT}`,
          }),
      ...(facts.listeners.adminPort === undefined
        ? {}
        : { [ADMIN_HOST]: "0.0.0.0", WAYMARK_ADMIN_HOSTS: node ?? facts.name }),
      ...(hasRedis ? { [REDIS]: "redis://valkey:6379" } : {}),
      ...(dataFile === undefined ? {} : { [dataFile.variable]: `${DATA}/${dataFile.name}` }),
      ...Object.fromEntries(
        secrets.map(({ variable, file }) => [`${variable}_FILE`, `/run/secrets/${file}`]),
      ),
    },
    ...(secrets.length === 0 ? {} : { secrets: secrets.map(({ file }) => file) }),
    ...(mounts.length === 0 ? {} : { volumes: mounts }),
    ...(path === undefined ? {} : { healthcheck: looked(["CMD", ...lookAt(facts, path)]) }),
    networks: engines.length === 0 ? ["front"] : ["front", "back"],
    ...(engines.length === 0
      ? {}
      : { depends_on: { ...healthy(engines), ...(facts.migratesOnce ? MIGRATED : {}) } }),
  };
}

/** Makes the tables before the nodes start. */
function migration(facts: Facts) {
  const { healthcheck: _, depends_on: _engines, ...service } = nodeService(facts, undefined);
  const engines = ["postgres", ...(facts.hasRedis ? ["valkey"] : [])];
  return {
    ...service,
    command: [...MIGRATE],
    restart: "on-failure",
    depends_on: healthy(engines),
  };
}

function balancer({ nodes, baseUrl }: Facts) {
  const isSecure = isHttps(baseUrl);
  return {
    image: "haproxy:3.0-alpine",
    restart: "unless-stopped",
    ...LIMITS,
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    ports: [`${BALANCER_PORT}:${BALANCER_PORT}`, ...(isSecure ? [`443:${SECURE_PORT}`] : [])],
    volumes: ["haproxy.cfg", ...(isSecure ? [CERTIFICATE] : [])].map(
      (file) => `./${file}:/usr/local/etc/haproxy/${file}:ro`,
    ),
    networks: ["front"],
    depends_on: healthy(nodeNames(nodes)),
  };
}

function postgres(name: string) {
  return {
    image: "postgres:17-alpine",
    restart: "unless-stopped",
    environment: {
      POSTGRES_USER: name,
      POSTGRES_DB: name,
      POSTGRES_PASSWORD_FILE: `/run/secrets/${PASSWORD}`,
    },
    secrets: [PASSWORD],
    volumes: ["postgres:/var/lib/postgresql/data"],
    healthcheck: looked(["CMD", "pg_isready", "-U", name, "-d", name]),
    networks: ["back"],
    shm_size: "128mb",
  };
}

/** Only on request, as many have one already. */
function prometheus({ alerts }: Facts) {
  const files = ["prometheus.yml", ...(alerts === undefined ? [] : ["alerts.yml"])];
  return {
    image: "prom/prometheus:v3.5.0",
    profiles: ["monitoring"],
    restart: "unless-stopped",
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    ports: ["127.0.0.1:9090:9090"],
    volumes: [
      ...files.map((file) => `./${file}:/etc/prometheus/${file}:ro`),
      "prometheus:/prometheus",
    ],
    networks: ["front"],
  };
}

const VALKEY = {
  image: "valkey/valkey:8-alpine",
  restart: "unless-stopped",
  command: ["valkey-server", "--appendonly", "yes", "--maxmemory-policy", "noeviction"],
  volumes: ["valkey:/data"],
  healthcheck: looked(["CMD", "valkey-cli", "ping"]),
  networks: ["back"],
};

function looked(test: readonly string[]) {
  return { test, interval: "5s", timeout: "5s", retries: 3, start_period: "60s" };
}

function healthy(services: readonly string[]) {
  return Object.fromEntries(services.map((one) => [one, { condition: "service_healthy" }]));
}

function volumes(names: readonly string[]) {
  return names.length === 0 ? {} : { volumes: Object.fromEntries(names.map((one) => [one, {}])) };
}
