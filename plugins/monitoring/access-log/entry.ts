import { styleText } from "node:util";
import type { Call, Reply } from "waymark";
import { isStreamed, type processLog } from "waymark/advanced";
import { isFailure } from "../../shared/traffic.ts";

/** Characters of a path that are logged: a flood of long ones fills a disk, and costs more than refusing it. */
export const MAX_PATH = 1024;

/** A line of the log. */
export type Entry = ReturnType<typeof entryOf>;

type Level = typeof processLog.level;

/** The query as it is logged: its values may be secret. */
type QueryForm = "names" | "values";

interface About {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly level: Level;
  readonly query: QueryForm;
}

/** Copies what the log needs, so that it does not keep the call in memory. */
export function entryOf(call: Call, reply: Reply, { time, level, query }: About) {
  const path = call.path + (query === "values" ? call.search : withoutValues(call.search));
  return {
    time,
    /** "" when the request could not be parsed. */
    method: call.method,
    /** Path and query, cut after {@link MAX_PATH} characters. */
    path: path.length > MAX_PATH ? `${path.slice(0, MAX_PATH - 1)}…` : path,
    status: reply.status,
    level,
    durationMs: Math.round(call.durationMs * 1000) / 1000,
    bytes: bytesSent(call, reply),
    client: call.client,
    requestId: call.requestId,
    traceId: call.trace?.traceId,
    spanId: call.trace?.spanId,
    route: call.route.ref,
    /** Id of the principal, without its name, which is personal. Undefined for anonymous requests. */
    principal: call.principal?.id,
  };
}

function withoutValues(search: string): string {
  return search === "" ? search : search.replace(/=[^&]*/g, "=*");
}

/** Returns the length of the body sent; undefined for streams, which go on. */
function bytesSent(
  { method, route }: Call,
  { outcome, representation }: Reply,
): number | undefined {
  if (outcome === "notModified" || method === "HEAD") return 0;
  if (representation !== undefined) return representation.byteLength;
  return outcome === "ok" && isStreamed(route.declaration) ? undefined : 0;
}

/**
 * Returns one JSON object; `time`, `level` and `message` as in the kernel's own log.
 *
 * @param members shared by all lines of the process, as JSON behind others.
 */
export function jsonLine(entry: Entry, members = ""): string {
  // Written out, as spreading the entry would double the time.
  const line = {
    time: isoTime(entry.time),
    level: entry.level,
    message: "request",
    method: entry.method,
    path: entry.path,
    status: entry.status,
    durationMs: entry.durationMs,
    bytes: entry.bytes,
    client: entry.client,
    requestId: entry.requestId,
    traceId: entry.traceId,
    spanId: entry.spanId,
    route: entry.route,
    principal: entry.principal,
  };
  return `${toPlainText(`${JSON.stringify(line).slice(0, -1)}${members}}`)}\n`;
}

/** Writes a line for people: `05:06:07.123 200 GET /api/ping 0.2ms 31B 192.0.2.1 <request id>`, then the principal if any. */
export function prettyLine(entry: Entry): string {
  const { time, status, level, method, path, durationMs, bytes, client, requestId, principal } =
    entry;
  const words = [
    method || "-",
    path || "-",
    `${durationMs}ms`,
    bytes === undefined ? "stream" : `${bytes}B`,
    client || "-",
    requestId ?? "-",
    ...(principal === undefined ? [] : [principal]),
  ];
  const colored = styleText(COLORS[level], String(status), { stream: process.stdout });
  return `${isoTime(time).slice(11, 23)} ${colored} ${toPlainText(words.join(" "))}\n`;
}

const COLORS = { debug: "gray", info: "green", warn: "yellow", error: "red" } as const;

/** Returns the level: probes and scrapes come all the time; plugins log when the state that they report changes. */
export function levelOf(status: number, isWatching: boolean): Level {
  if (isWatching) return "debug";
  if (isFailure(status)) return "error";
  return status >= 400 ? "warn" : "info";
}

let lastTime = Number.NaN;
let lastIso = "";

/** Remembers the last millisecond: under load, many entries share it. */
function isoTime(time: number): string {
  if (time !== lastTime) {
    lastIso = new Date(time).toISOString();
    lastTime = time;
  }
  return lastIso;
}

/**
 * Escapes all but printable ASCII: controls could forge a line or move a terminal's cursor, other characters could
 * disguise one. The escapes are JSON's, so JSON keeps its meaning.
 */
function toPlainText(text: string): string {
  return text.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
