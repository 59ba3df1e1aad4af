import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { pathFinder, type FoundPath } from "../check/parameters.ts";
import type { TestServer } from "./server.ts";

/** Returns a function that finds the path of a route, from what the server answers in memory. */
export function serverPathFinder(server: TestServer): (route: SealedRoute) => Promise<FoundPath> {
  return pathFinder({
    registry: server.registry,
    ask: async (target) => {
      const answer = await server.fetch(target);
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    },
  });
}

/** Whether a route answers a plain GET with a body that ends. */
export function isRead({ method, kind }: SealedRoute): boolean {
  return method === "GET" && kind !== "stream";
}
