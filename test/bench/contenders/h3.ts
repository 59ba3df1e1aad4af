/** h3 as its documentation shows it: middleware sets headers, handlers return objects. */
import { hash } from "node:crypto";
import { H3, getQuery, serve, type H3Event } from "h3";
import { announce } from "./announce.ts";
import { count, requestId, serverTiming, traceparent } from "./fresh.ts";
import { healthOf, lister, missingOf, readJob, type Answer } from "./job.ts";

const job = readJob();
const [list, health, missing] = [lister(job), healthOf(job), missingOf(job)];

/** Headers that are the same on every answer of a route. */
const fixed = (answer: Answer) =>
  Object.entries(answer.headers).filter(
    ([name]) =>
      !/^(?:content-(?:type|length)|etag|x-request-id|traceparent|server-timing)$/.test(name),
  );

function setHeaders(event: H3Event, headers: ReturnType<typeof fixed>, timed: boolean): string {
  const startedAt = performance.now();
  const out = event.res.headers;
  for (const [name, value] of headers) out.set(name, value);
  const id = requestId(event.req.headers.get("x-request-id"));
  const trace = traceparent(event.req.headers.get("traceparent"));
  out.set("x-request-id", id);
  out.set("traceparent", trace);
  const socket = event.runtime?.node?.req.socket;
  if (socket === undefined) throw new Error("this server runs on Node");
  const { remaining, reset } = count(socket, startedAt);
  out.set("x-ratelimit-remaining", String(remaining));
  out.set("x-ratelimit-reset", String(reset));
  out.set("ratelimit", `"default";r=${remaining};t=${reset}`);
  if (timed) out.set("server-timing", serverTiming(startedAt, trace));
  return id;
}

/** A handler with the headers of one route and, where the captured answer has one, an entity tag. */
function route(answer: Answer, content: (event: H3Event) => object) {
  const headers = fixed(answer);
  const timed = answer.headers["server-timing"] !== undefined;
  return (event: H3Event) => {
    setHeaders(event, headers, timed);
    if (answer.headers["etag"] === undefined) return content(event);
    const body = JSON.stringify(content(event));
    const etag = `"${hash("sha1", body, "base64url")}"`;
    event.res.headers.set("etag", etag);
    if (event.req.headers.get("if-none-match") === etag) {
      event.res.status = 304;
      return null;
    }
    event.res.headers.set("content-type", "application/json");
    return body;
  };
}

const whole = route(job.list, () => list());
const some = route(job.sparse, (event) => list(String(getQuery(event)["fields"])));
const missingHeaders = fixed(job.missing);
const app = new H3()
  .get("/api/offices", (event) => (event.url.search === "" ? whole(event) : some(event)))
  .get("/api/health", route(job.health, health))
  .all("/**", (event) => {
    const id = setHeaders(event, missingHeaders, false);
    event.res.status = 404;
    event.res.headers.set("content-type", "application/problem+json");
    return JSON.stringify(missing(id));
  });
const server = serve(app, {
  port: 0,
  hostname: "127.0.0.1",
  silent: true,
  gracefulShutdown: false,
});
await server.ready();
announce(Number(new URL(server.url ?? "").port));
