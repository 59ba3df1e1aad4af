/** Requests to a test server as a check sends them, with the headers that its policies ask of clients. */
import { ConformanceTests } from "../shared/conformance-tests.ts";
import { IssuedCredentials } from "../shared/issued.ts";
import type { SealedRoute } from "waymark";
import { pathFinder, type FoundPath } from "../shared/parameters.ts";
import type { TestServer } from "./server.ts";

type Ask = (target: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Returns a function that sends a GET in memory, with the headers of the policies' conformance tests and what the route
 * asks for.
 */
export async function asker(server: TestServer): Promise<Ask> {
  const { registry } = server;
  const tests = await ConformanceTests.load(registry);
  const issued = new IssuedCredentials(registry);
  return async (target, headers = {}) => {
    const credentials = await issued.at({ method: "GET", target }, "waymark-test");
    return server.fetch(target, {
      headers: { ...tests.requestHeaders(), ...credentials, ...headers },
    });
  };
}

/** Returns a function that finds the path of a route, from what the server answers in memory. */
export async function serverPathFinder(
  server: TestServer,
): Promise<(route: SealedRoute) => Promise<FoundPath>> {
  const ask = await asker(server);
  return pathFinder({
    registry: server.registry,
    exclusive: true,
    ask: async (target) => {
      const answer = await ask(target);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    },
  });
}

/** Checks that a route answers a plain GET with a body that ends. */
export function isRead({ method, kind }: SealedRoute): boolean {
  return method === "GET" && kind !== "stream";
}
