/** `waymark check` of servers that run already: a service at one origin, and its nodes. */
import { createClient, NoResponseError, type Client } from "../shared/client.ts";
import { UnknownCredentialError } from "../shared/reach.ts";
import type { Credentials } from "../shared/credentials.ts";
import { checkNodes } from "../shared/nodes/run.ts";
import { withNodes, type Report } from "../shared/report.ts";
import { runConformance } from "../shared/run.ts";
import type { Progress } from "../shared/run-options.ts";
import { chooses, optionsOf, type Choice } from "./choice.ts";
import { UsageError, bootHere } from "waymark/tools";

interface RunningServers {
  /** URL of the service, through its balancer if it has one. */
  readonly url?: string | undefined;
  readonly nodes: readonly string[];
  readonly exhaust?: boolean | undefined;
  readonly writes?: boolean | undefined;
  readonly credentials: Credentials;
  readonly choice: Choice;
}

export async function checkRunning(
  config: string | undefined,
  { url, nodes: named, exhaust = false, writes = false, credentials, choice }: RunningServers,
  onProgress: (progress: Progress) => void,
): Promise<Report> {
  const service = url === undefined ? undefined : originOf(url, "url");
  const nodes = [...new Set(named.map((node) => originOf(node, "node")))];
  if (nodes.length === 1)
    throw new UsageError(
      "--node names one node, and none to compare it with\n  hint: name each node: --node http://10.0.0.1:3000 --node http://10.0.0.2:3000",
    );
  if (nodes.length > 0 && chooses(choice))
    throw new UsageError(
      "--plugin and --path choose routes of one server, and --node compares several\n  hint: leave --node out, and name one node as --url",
    );
  const origins = [service ?? [], nodes].flat();
  const far = origins.find((origin) => !isOfThisMachine(origin));
  if (writes && far !== undefined)
    throw new UsageError(
      `--writes changes and removes data, and ${far} is not a server of this machine\n  hint: leave --url out, and writes are tested on a server with scratch data; or start one here with a copy of the data`,
    );
  // The server has validated the rest at its start.
  const isPart = chooses(choice);
  const { registry, listeningAt } = await bootHere(config, { validateLater: isPart });
  const chosen = optionsOf(choice, registry);
  listeningAt(origins[0] ?? "");
  const open = new Map<string, Client>();
  const clientOf = (origin: string): Client => {
    const client = open.get(origin) ?? createClient(origin);
    open.set(origin, client);
    return client;
  };
  const options = { exhaust, onProgress };
  const rest = { writes, credentials };
  const check = async (): Promise<Report> => {
    const ofNodes = () =>
      checkNodes(
        registry,
        { clients: new Map(nodes.map((node) => [node, clientOf(node)])), ...rest },
        options,
      );
    if (service === undefined) return ofNodes();
    // An edit loop checks a part several times a minute, and has the server to itself.
    const spends = isPart && isOfThisMachine(service);
    const client = clientOf(service);
    const target = { origin: service, exclusive: false, spends, client, ...rest };
    const report = await runConformance(registry, target, { ...options, ...chosen });
    return nodes.length === 0 ? report : withNodes(report, await ofNodes());
  };
  try {
    for (const origin of origins)
      await answering(origin, () => clientOf(origin).ask("/", { method: "HEAD" }));
    return await answering(origins.join(", "), check);
  } finally {
    for (const client of open.values()) client.close();
  }
}

/** Rejects with a mistake of the caller if no server answers. */
async function answering<T>(where: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UnknownCredentialError)
      throw new UsageError(
        `${where}: ${error.message}\n  hint: see whether the key of --header has expired or was revoked`,
      );
    if (!(error instanceof NoResponseError)) throw error;
    throw new UsageError(
      `${where} does not answer: ${error.message}\n  hint: start the server there, or leave --url out to start one for the check`,
    );
  }
}

/** Checks that an origin is a loopback one: the data there is the user's own. */
function isOfThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

function originOf(text: string, flag: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && url.pathname === "/" && url.search === "" && url.hash === "";
  if (url === undefined || !plain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `--${flag} ${JSON.stringify(text)} is not an origin\n  hint: write scheme, host and port, such as http://127.0.0.1:3000`,
    );
  }
  return url.origin;
}
