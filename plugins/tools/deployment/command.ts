/** `waymark new deployment`: the files with which a service is shipped. */
import { textOf } from "../shared/text-of.ts";
import { resolve } from "node:path";
import { show, type ToolContext } from "waymark";
import { UsageError, configHere } from "waymark/tools";
import { boot, type ConfigInput } from "waymark/server";
import { writeFiles } from "../shared/write-files.ts";
import { haproxyConfig } from "./balancer.ts";
import { composeFile } from "./compose.ts";
import { DATABASE, factsOf, hasValue, REDIS, type Facts } from "./facts.ts";
import { dockerfile, dockerignore } from "./image.ts";
import { kubernetesManifests, migrationJob } from "./kubernetes.ts";
import { monitors } from "./monitors.ts";
import { prometheusConfig } from "./prometheus.ts";
import { systemdUnit } from "./unit.ts";

/** Writes the files, and prints the next steps. */
export async function run({ config, flags, print }: ToolContext): Promise<void> {
  const into = textOf(flags["into"]) ?? "deploy";
  const facts = await deploymentFacts(configHere(config), into, textOf(flags["nodes"]));
  const files = deploymentFiles(facts);
  await writeFiles(resolve(into), into, files, flags["force"] === true ? "over" : "beside");
  print(nextSteps(facts, into, Object.keys(files)));
}

/** URLs of the engines of a deployment, to see what the service is on them. Nothing connects to them. */
const ENGINES: Readonly<Record<string, string>> = {
  [DATABASE]: "postgres://localhost/waymark",
  [REDIS]: "redis://localhost",
};

async function deploymentFacts(input: ConfigInput, into: string, wanted?: string): Promise<Facts> {
  const here = await boot(input);
  const nodes = wanted === undefined ? (hasValue(here, DATABASE) ? 2 : 1) : Number(wanted);
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 100)
    throw new UsageError(
      `--nodes is a number from 1 to 100; received ${show(wanted)}\n  hint: write --nodes 2`,
    );
  const missing = Object.entries(ENGINES).filter(([variable]) => !hasValue(here, variable));
  if (nodes === 1 || missing.length === 0) return factsOf(here, { env: input.env, nodes, into });
  const shared = { ...input.env, ...Object.fromEntries(missing) };
  return factsOf(await boot({ ...input, env: shared }), { env: shared, nodes, into });
}

/** Text by path within the folder. */
function deploymentFiles(facts: Facts): Readonly<Record<string, string>> {
  const scraped = prometheusConfig(facts);
  return {
    ...(facts.listeners.sockets.clients === undefined ? containerFiles(facts) : {}),
    [`${facts.name}.service`]: systemdUnit(facts),
    ...(scraped === undefined ? {} : { "prometheus.yml": scraped }),
    ...(scraped === undefined || facts.alerts === undefined ? {} : { "alerts.yml": facts.alerts }),
    ".gitignore": `secrets/\n${facts.listeners.tls === undefined ? "" : "tls/\n"}`,
  };
}

function containerFiles(facts: Facts): Readonly<Record<string, string>> {
  const { tls } = facts.listeners;
  if (tls !== undefined && tls.folder === undefined)
    throw new UsageError(
      `containers need a folder for the certificate and its key alone; received ${tls.cert} and ${tls.key}\n  hint: write tls: { cert: certificates/server.pem, key: certificates/server.key }`,
    );
  const [exposed] = facts.exposed;
  if (exposed !== undefined && facts.config !== undefined)
    throw new UsageError(
      `${exposed.key} is a secret in ${facts.config.name}, which goes into the image and a ConfigMap\n  hint: leave it out of the file, and set ${exposed.variable}, or ${exposed.variable}_FILE to the path of a file with it`,
    );
  return {
    Dockerfile: dockerfile(facts),
    "Dockerfile.dockerignore": dockerignore(facts),
    "compose.yaml": composeFile(facts),
    ...(facts.nodes > 1 ? { "haproxy.cfg": haproxyConfig(facts) } : {}),
    "kubernetes.yaml": kubernetesManifests(facts),
    ...(facts.migratesOnce ? { "migrate.yaml": migrationJob(facts) } : {}),
    ...(facts.listeners.metrics === undefined ? {} : { "monitoring.yaml": monitors(facts) }),
  };
}

function nextSteps(facts: Facts, into: string, files: readonly string[]): string {
  const { name, nodes, secrets, exposed, baseUrl, hasProxies, hasLockFile, listeners } = facts;
  const { sockets, metrics, hasProxyProtocol } = listeners;
  const word = nodes === 1 ? "one node" : `${nodes} nodes`;
  const notes = [
    ...secrets.map(
      ({ variable, file, key }) => `secret: ${variable}_FILE, ${into}/secrets/${file}, for ${key}`,
    ),
    ...exposed.map(
      ({ key }) => `warning: ${key} is set by the config file, which goes into the image`,
    ),
    ...(baseUrl === undefined && nodes > 1
      ? ["set baseUrl in the config, as documents name it: nodes differ without"]
      : []),
    ...(hasProxies
      ? []
      : ["set trustedProxies in the config to the network of your ingress or proxy"]),
    ...(sockets.clients === undefined
      ? []
      : ["a socket is for a proxy on the same machine: for containers, leave out the key socket"]),
    ...(hasProxyProtocol && metrics?.isAdmin === false
      ? ["set admin: { port: 9090 }, as Prometheus cannot read the public port with proxyProtocol"]
      : []),
    ...(hasLockFile ? [] : ["run npm install, as the image needs package-lock.json"]),
    ...(nodes === 1 ? ["for several nodes: waymark new deployment --nodes 2 --force"] : []),
  ];
  return [
    `${name}: ${files.length} files in ${into}, for ${word}`,
    ...files.map((path) => `  ${path}`),
    "",
    "next; the head of each file says how to use it:",
    ...notes.map((note) => `  ${note}`),
    ...(sockets.clients === undefined
      ? [`  docker compose -f ${into}/compose.yaml up --build --detach`]
      : [`  cp ${into}/${name}.service /etc/systemd/system/`]),
  ].join("\n");
}
