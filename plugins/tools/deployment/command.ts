/** `waymark new deployment`: the files with which a service is shipped. */
import { textOf } from "../shared/text-of.ts";
import { resolve } from "node:path";
import { show, type ToolContext } from "waymark";
import { UsageError, configHere, implemented } from "waymark/tools";
import { boot, type Booted, type ConfigInput, type Env } from "waymark/server";
import { writeFiles } from "../shared/write-files.ts";
import { factsOf, type Facts } from "./facts.ts";
import { variableOf } from "./secrets.ts";
import { fileOf } from "./templates.ts";

/** Writes the files, and prints the next steps. */
export async function run({ config, flags, print }: ToolContext): Promise<void> {
  const into = textOf(flags["into"]) ?? "deploy";
  const facts = await deploymentFacts(configHere(config), into, textOf(flags["nodes"]));
  const files = deploymentFiles(facts);
  await writeFiles(resolve(into), into, files, flags["force"] === true ? "over" : "beside");
  print(nextSteps(facts, into, Object.keys(files)));
}

/** Addresses of the engines of a deployment, to see what the service is on them. Nothing connects to them. */
const ENGINES: Readonly<Record<string, string>> = {
  postgres: "postgres://localhost/waymark",
  valkey: "redis://localhost",
};

async function deploymentFacts(input: ConfigInput, into: string, wanted?: string): Promise<Facts> {
  const here = await boot(input);
  const given = await factsOf(here, { env: input.env, nodes: 1, into });
  const nodes = wanted === undefined ? (given.postgres === undefined ? 1 : 2) : Number(wanted);
  if (!Number.isInteger(nodes) || nodes < 1 || nodes > 100)
    throw new UsageError(
      `--nodes is a number from 1 to 100; received ${show(wanted)}\n  hint: write --nodes 2`,
    );
  if (nodes === 1) return given;
  const env = { ...(await missingEngines(here, given)), ...input.env };
  return factsOf(await boot({ ...input, env }), { env, nodes, into });
}

/** Returns the variables that bring the engines that nodes share and that the service has not, here or in plugins that wait to be called for. */
async function missingEngines({ installed, offered }: Booted, given: Facts): Promise<Env> {
  const present = new Set(installed.map(({ plugin }) => plugin.id));
  const others = offered.filter(({ id }) => !present.has(id));
  // A plugin that cannot be loaded is not needed here.
  const loaded = await Promise.allSettled(others.map(implemented));
  const plugins = [
    ...installed.map(({ plugin }) => plugin),
    ...loaded.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  ];
  const variables = plugins.flatMap((plugin) =>
    Object.values(plugin.deployment ?? {}).flatMap(({ needs, option }) => {
      const address = ENGINES[needs];
      const isGiven = needs === "postgres" ? given.postgres !== undefined : given.valkey.length > 0;
      return address === undefined || isGiven ? [] : [[variableOf(plugin, option), address]];
    }),
  );
  return Object.fromEntries(variables);
}

/** Text by path within the folder. */
function deploymentFiles(facts: Facts): Readonly<Record<string, string>> {
  const { name, sockets, isBalanced, once, metrics, alerts, tls } = facts;
  const hasContainers = sockets.clients === undefined;
  if (hasContainers) refuseContainers(facts);
  const written: readonly (readonly [file: string, isNeeded: boolean])[] = [
    ["Dockerfile", hasContainers],
    ["Dockerfile.dockerignore", hasContainers],
    ["compose.yaml", hasContainers],
    ["haproxy.cfg", hasContainers && isBalanced],
    ["kubernetes.yaml", hasContainers],
    ["migrate.yaml", hasContainers && once !== undefined],
    ["monitoring.yaml", hasContainers && metrics !== undefined],
    ["waymark.service", true],
    ["prometheus.yml", metrics !== undefined],
  ];
  const files = written.flatMap(([file, isNeeded]) =>
    isNeeded
      ? [
          [
            file.replace(/^waymark(?=\.service$)/, name),
            fileOf(file, { ...facts, isJob: file === "migrate.yaml" }),
          ],
        ]
      : [],
  );
  return {
    ...Object.fromEntries(files),
    ...(metrics === undefined || alerts === undefined ? {} : { "alerts.yml": alerts }),
    ".gitignore": `secrets/\n${tls === undefined ? "" : "tls/\n"}`,
  };
}

function refuseContainers({ tls, exposed: [exposed], config }: Facts): void {
  if (tls !== undefined && tls.folder === undefined)
    throw new UsageError(
      `containers need a folder for the certificate and its key alone; received ${tls.cert} and ${tls.key}\n  hint: write plugins: { listen: { tls: { cert: certificates/server.pem, key: certificates/server.key } } }`,
    );
  if (exposed !== undefined && config !== undefined)
    throw new UsageError(
      `${exposed.key} is a secret in ${config.file}, which goes into the image and a ConfigMap\n  hint: leave it out of the file, and set ${exposed.variable}, or ${exposed.variable}_FILE to the path of a file with it`,
    );
}

function nextSteps(facts: Facts, into: string, files: readonly string[]): string {
  const { name, nodes, secrets, exposed, sockets, metrics } = facts;
  const notes: readonly (readonly [isTrue: boolean, note: string])[] = [
    ...secrets.map(
      ({ variable, file, key }) =>
        [true, `secret: ${variable}_FILE, ${into}/secrets/${file}, for ${key}`] as const,
    ),
    ...exposed.map(
      ({ key }) =>
        [true, `warning: ${key} is set by the config file, which goes into the image`] as const,
    ),
    [
      !facts.hasBaseUrl && nodes > 1,
      "set baseUrl in the config, as documents name it: nodes differ without",
    ],
    [!facts.hasProxies, "set trustedProxies in the config to the network of your ingress or proxy"],
    [
      sockets.clients !== undefined,
      "a socket is for a proxy on the same machine: for containers, leave out plugins.listen.socket",
    ],
    [
      facts.hasProxyProtocol && metrics?.isAdmin === false,
      "set plugins: { listen: { admin: { port: 9090 } } }, as Prometheus cannot read the public port with proxyProtocol",
    ],
    [!facts.hasLockFile, "run npm install, as the image needs package-lock.json"],
    [nodes === 1, "for several nodes: waymark new deployment --nodes 2 --force"],
    [sockets.clients === undefined, `docker compose -f ${into}/compose.yaml up --build --detach`],
    [sockets.clients !== undefined, `cp ${into}/${name}.service /etc/systemd/system/`],
  ];
  return [
    `${name}: ${files.length} files in ${into}, for ${nodes === 1 ? "one node" : `${nodes} nodes`}`,
    ...files.map((path) => `  ${path}`),
    "",
    "next; the head of each file says how to use it:",
    ...notes.flatMap(([isTrue, note]) => (isTrue ? [`  ${note}`] : [])),
  ].join("\n");
}
