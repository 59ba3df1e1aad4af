/** A service that is reloaded while it is asked. */
import { messageOf } from "../../registry/contract/finding.ts";
import type { Plugin } from "../../registry/contract/plugin.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { pathFinder } from "../check/parameters.ts";
import { answerTo } from "./answer.ts";
import { found, type Found } from "./problems.ts";
import type { Scene } from "./environment.ts";
import type { TestServer } from "./server.ts";
import { Tally, unclosed, watched } from "./watch.ts";

export interface Rehearsal {
  readonly server: TestServer;
  /** Starts and stops of the plugin. */
  readonly tally: Tally;
  /** The plugin's own paths that read. */
  readonly paths: readonly string[];
  /** Where they answer otherwise than at first. */
  answers(when: string): Promise<readonly Found[]>;
}

/** Reloads a service while others of its routes are asked, and stops it. */
export async function reloading(
  scene: Scene,
  act: (rehearsal: Rehearsal) => Promise<readonly Found[]>,
  config = scene.config(),
): Promise<readonly Found[]> {
  const { plugin } = scene;
  const tally = new Tally();
  const counted = watched(plugin, tally);
  const as = (one: Plugin) => (one === plugin ? counted : one);
  const server = await scene.start({ config, as });
  const traffic = new Traffic(server, plugin.id);
  let problems: readonly Found[] = [];
  try {
    const paths = await ownPaths(server, plugin.id);
    const first = await statusesOf(server, paths);
    problems = await act({
      server,
      tally,
      paths,
      answers: async (when) => {
        const now = await statusesOf(server, paths);
        return paths.flatMap((path, at) =>
          found(now[at] === first[at], {
            where: `GET ${path}`,
            expected: `status ${first[at]}, as before`,
            received: `status ${now[at]} once the plugin was ${when}`,
            hint: "keep what setup makes in what it returns and its closers, not in variables of the module",
          }),
        );
      },
    });
  } finally {
    const failed = await traffic.end();
    await server.close();
    problems = [...problems, ...failed, ...unclosed(plugin.id, tally)];
  }
  return problems;
}

async function ownPaths(server: TestServer, id: string): Promise<readonly string[]> {
  const { registry } = server;
  const find = pathFinder({ registry, ask: (path) => answerTo(server, path) });
  const targets: string[] = [];
  for (const route of registry.routes.filter((one) => one.plugin === id && isRead(one))) {
    const path = await find(route);
    if ("target" in path) targets.push(path.target);
  }
  return targets;
}

function isRead({ method, kind }: SealedRoute): boolean {
  return method === "GET" && kind !== "stream";
}

/** What the paths answer with, one after another. */
export async function statusesOf(server: TestServer, paths: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await answerTo(server, path)).status);
  return statuses;
}

/** Routes of others that are asked meanwhile. */
const OTHERS = 3;

/** Requests to routes of others, one after another until the end. */
class Traffic {
  readonly #failed: Found[] = [];
  readonly #done: Promise<void>;
  #ended = false;

  constructor(server: TestServer, id: string) {
    const paths = server.registry.routes
      .filter((route) => route.plugin !== id && isRead(route) && route.document)
      .slice(0, OTHERS)
      .map(({ path }) => path);
    this.#done = this.#ask(server, paths);
  }

  async #ask(server: TestServer, paths: readonly string[]): Promise<void> {
    for (let asked = 0; !this.#ended; asked++) {
      for (const path of paths) {
        const received = await outcomeOf(server, path, asked);
        if (received !== "200") this.#fail(path, received);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #fail(path: string, received: string): void {
    const where = `GET ${path}, of another plugin`;
    if (this.#failed.some((one) => one.where === where)) return;
    this.#failed.push({ where, expected: "status 200 during all reloads", received });
  }

  async end(): Promise<readonly Found[]> {
    this.#ended = true;
    await this.#done;
    return this.#failed;
  }
}

async function outcomeOf(server: TestServer, path: string, asked: number): Promise<string> {
  try {
    // A client with a new address each time, so that no limit is met (RFC 2544).
    const from = `198.18.${(asked >> 8) & 255}.${asked & 255}`;
    const answer = await server.request(path, { headers: { "x-forwarded-for": from } });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return messageOf(error);
  }
}
