/** Times of what the server does for its answers: statements, transactions, requests to others. From their tracepoints. */
import { Histogram } from "waymark";
import type { Span } from "waymark/advanced";
import type { Labels } from "waymark/services";
import { timeTracepoints } from "../../shared/time-tracepoints.ts";

/** Upper bounds in seconds; a last bucket takes the rest. */
const BUCKETS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
/** Most series: a statement for each kind and table of a large service. */
const MAX_SERIES = 300;

interface Timed {
  readonly name: string;
  readonly help: string;
  readonly tracepoints: readonly string[];
  readonly labels: (span: Span) => Labels;
}

const TIMED: readonly Timed[] = [
  {
    name: "store_statement_seconds",
    help: "Time of statements with their wait for a connection, by table and kind.",
    tracepoints: ["statement"],
    labels: ({ attributes }) => ({
      table: String(attributes["db.collection.name"]),
      kind: String(attributes["db.operation.name"]).toLowerCase(),
    }),
  },
  {
    name: "store_transaction_seconds",
    help: "Time of transactions with their wait for a connection and all attempts.",
    tracepoints: ["transaction"],
    labels: ({ error }) => ({ outcome: error === undefined ? "committed" : "undone" }),
  },
  {
    name: "store_lock_wait_seconds",
    help: "Time that statements and transactions waited for locks of others, by whether they got them.",
    tracepoints: ["lock"],
    labels: ({ error }) => ({ outcome: error === undefined ? "granted" : "given_up" }),
  },
  {
    name: "http_client_seconds",
    help: "Time until others answered requests of the server, by host and status.",
    tracepoints: ["fetch", "delivery"],
    labels: ({ attributes }) => ({
      host: String(attributes["server.address"]),
      code: String(attributes["http.response.status_code"] ?? "none"),
    }),
  },
];

/** Measures until it is closed. */
export function timeOperations() {
  const all = TIMED.map(({ name, help, tracepoints, labels }) => {
    const times = new Histogram(BUCKETS, { maxSeries: MAX_SERIES });
    const stop = timeTracepoints(tracepoints, (span, ms) => times.observe(ms / 1000, labels(span)));
    return { name, help, times, stop };
  });
  return {
    all,
    close: () => {
      for (const { stop } of all) stop();
    },
  };
}

export type Operations = ReturnType<typeof timeOperations>;
