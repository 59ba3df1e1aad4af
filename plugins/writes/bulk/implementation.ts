/** Several requests within one: run in their order as the caller would send them, each for itself or all or none. */
import { currentCaller, toMilliseconds } from "waymark";
import { defineImplementation } from "waymark/advanced";
import { Runtime, Store } from "waymark/services";
import { errors } from "./errors.ts";
import { bulkRequest, BulkResponse } from "./format.ts";
import { Options } from "./options.ts";
import { policy } from "./policy.ts";
import { problemsOf } from "./refuse.ts";
import { runAtomic, runEach } from "./run.ts";
import es from "./es.json" with { type: "json" };

/** Bulk requests that are run at the same time, half of them for one caller. */
const PLACES = 16;
const MAX_WAIT_MS = 5000;
/** The route of this plugin. */
const SELF = "bulk.runBulk";
/** Time of the last operation, in milliseconds: the time of a handler by default. */
const LAST_MS = 30_000;

export default defineImplementation({
  summary: "Runs several operations in one request.",
  translations: { es },
  options: Options,
  needs: { runtime: Runtime, store: Store },
  setup: (_use, { queue }) => ({
    state: queue("requests", { places: PLACES, perRoute: PLACES, maxWaitMs: MAX_WAIT_MS }),
  }),
  errors,
  schemas: { BulkResponse },
  policies: [policy],
  doors: () => import("./doors.ts"),

  routes: (options) => ({
    runBulk: {
      method: "POST",
      path: "/api/bulk",
      summary: "Run several operations in one request.",
      description:
        "Each operation is answered as a request of its own: as the same caller, with its own conditions and Idempotency-Key, and counted by every limit. With `atomic`, one that is refused undoes all: the answer is then 424, its result is the refusal, and all others have status 424.",
      body: bulkRequest(options),
      returns: BulkResponse,
      statuses: [424],
      errors: ["unprocessable-content"],
      timeout: `${toMilliseconds(options.maxDuration) + LAST_MS}ms`,
      publish: { rootLink: "bulk", capability: "bulk" },
      relations: { policy: "bulk-policy.showBulkPolicy" },
      // Each operation has a key, so that a repetition runs missing operations. Atomic ones have a transaction.
      idempotency: "none",
      transaction: false,
      news: false, // they follow from its operations
    },
  }),

  handlers: ({ runtime, store }, { options, state: places }) => ({
    async runBulk(call) {
      const { operations, atomic } = call.body;
      const routes = await Promise.all(
        operations.map(({ method, path }) => runtime.routeOf({ method, target: path })),
      );
      const problems = problemsOf(operations, routes, SELF);
      if (problems.length > 0) call.fail("unprocessable-content", { errors: problems });
      const batch = { operations, caller: call, runtime, options };
      const release = await places.take(currentCaller(), call.signal);
      const running = atomic ? runAtomic(batch, store) : runEach(batch);
      const response = await running.finally(release);
      const refused = response.results.find(({ id }) => id === response.refused);
      const retryAfter = Number(refused?.headers["retry-after"]);
      if (refused !== undefined) call.status(424, retryAfter > 0 ? { retryAfter } : {});
      return response;
    },
  }),
});
