/** Selects the requests that are recorded, and what of them. */
import type { Call, Refusal, Reply } from "waymark";
import { clientNetwork, type RouteBase, type WriteEnd } from "waymark/advanced";
import type { Entry } from "./chain.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;

/** Checks that requests of the route change anything. A POST without an effect of its own, such as a query, does not. */
export function isWrite({ method, kind, declaration }: RouteBase): boolean {
  if (kind === "none" || READS.has(method)) return false;
  return !(method === "POST" && declaration.idempotency === "natural");
}

/**
 * Checks that an answer is recorded: a refusal for the lack of a credential or a scope, and every answer to a write.
 * Writes that a limit refuses are left out: they did nothing, and a flood of them must not become a flood of records.
 */
export function isRecorded(write: boolean, { method }: Call, { status }: Reply): boolean {
  if (status === UNAUTHORIZED || status === FORBIDDEN) return true;
  return write && status !== TOO_MANY && method !== "OPTIONS";
}

export function entryOf(call: Call, { status, failure }: Reply): Entry {
  const refused = status === UNAUTHORIZED || status === FORBIDDEN;
  return {
    action: refused ? "request.refused" : "request.answered",
    outcome: refused ? "refused" : status < 400 ? "ok" : "failed",
    ...callOf(call),
    status,
    errorCode: failure?.code,
  };
}

/** Returns the entry of a write that its handler finished; undefined for a refusal and for an answer in its place. */
export function writeEntryOf(call: Call, end: WriteEnd): Entry | undefined {
  if (!("etag" in end) || end.status >= 400) return undefined;
  return { action: "request.answered", outcome: "ok", ...callOf(call), status: end.status };
}

/** Returns the entry for data that another answer, such as GraphQL's, was to have. */
export function readEntryOf(call: Call, { code }: Refusal): Entry {
  return {
    action: "read.refused",
    outcome: "refused",
    ...callOf(call),
    errorCode: code,
    detail: "for a part of another answer",
  };
}

function callOf(call: Call): Partial<Entry> {
  return {
    principal: call.principal,
    network: clientNetwork(call.client),
    method: call.method,
    route: call.route.ref,
    path: call.path,
    requestId: call.requestId,
    traceId: call.trace?.traceId,
  };
}
