/** The routes that `diagnostics.debug` adds to the admin listener. */
import { z } from "zod";
import { Drain, LogLevel, Members, Requests, Statements } from "../../../schemas/diagnostics.ts";

const MAX_SECONDS = 60;

const read = { method: "GET", listener: "admin", cache: "no-store" } as const;
const change = { method: "PUT", listener: "admin", idempotency: "natural" } as const;
/** Route of a JSON file, as it is made: neither an ETag nor a coding is worth its time here. */
const profile = {
  ...read,
  query: z.object({ seconds: z.coerce.number().int().min(1).max(MAX_SECONDS).default(10) }),
  bytes: { mediaTypes: "application/json", streamed: true },
  timeout: "70s",
  errors: ["service-unavailable"],
} as const;

export const DEBUG_ROUTES = {
  getCpuProfile: {
    ...profile,
    path: "/debug/profile",
    summary: "Profile the processor time for some seconds.",
    description: "A .cpuprofile, for Chromium's developer tools and VS Code.",
  },
  getHeapProfile: {
    ...profile,
    path: "/debug/heap",
    summary:
      "Sample the memory that is allocated within some seconds and still in use. The process goes on meanwhile.",
    description: "A .heapprofile, for Chromium's developer tools and VS Code.",
  },
  listRequests: {
    ...read,
    path: "/debug/requests",
    summary: "List the requests of clients that are under way, the oldest first.",
    returns: Requests,
  },
  listStatements: {
    ...read,
    path: "/debug/statements",
    summary: "List the slowest statements of the store since the start.",
    returns: Statements,
  },
  listMembers: {
    ...read,
    path: "/debug/members",
    summary: "List the nodes that serve together.",
    returns: Members,
    errors: ["service-unavailable"],
  },
  setLogLevel: {
    ...change,
    path: "/debug/log-level",
    summary: "Set the lowest level of the log, until the next start or reload.",
    body: LogLevel,
    returns: LogLevel,
  },
  setDrain: {
    ...change,
    path: "/debug/drain",
    summary:
      "Take this node out of the balancers, or put it back. It still answers the requests that arrive.",
    body: Drain,
    returns: Drain,
  },
} as const;
