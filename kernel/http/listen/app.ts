/**
 * Answers the requests of a revision that the fast path leaves. h3 comes with the web's Request and Response, which
 * take 40 ms to load, so it loads once the server listens, or with the first request for it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientResolver } from "../request/client.ts";
import type { Answer } from "../respond/finish.ts";
import type { Runtime } from "../../services.ts";
import type { H3App } from "./h3-app.ts";
import type { Routing } from "./routing.ts";

export interface App extends Omit<H3App, "routeOf">, Pick<Runtime, "routeOf"> {
  /** Loads h3. */
  prepare(): Promise<void>;
}

/** @param track receives every answer in memory that is not ready at once. */
export function createApp(
  routing: Routing,
  resolve: ClientResolver,
  track: (answer: Promise<Answer>) => void,
): App {
  const outside = AsyncLocalStorage.snapshot();
  let loaded: H3App | undefined;
  let loading: Promise<H3App> | undefined;
  const load = () =>
    (loading ??= import("./h3-app.ts").then(
      ({ createH3App }) => (loaded = createH3App(routing, resolve, { track, outside })),
    ));
  return {
    fetch: async (request) => (await load()).fetch(request),
    dispatch: async (...args) => (await load()).dispatch(...args),
    routeOf: async (request) => (await load()).routeOf(request),
    answer: (req, res) => loaded?.answer(req, res) ?? load().then((app) => app.answer(req, res)),
    prepare: async () => void (await load()),
  };
}
