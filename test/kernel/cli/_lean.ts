/** A few plugins of the preset, with which a process starts in half the time. */
import brains from "../../../plugins/domain/brains/index.ts";
import listen from "../../../plugins/listen/index.ts";
import lists from "../../../plugins/lists/index.ts";
import accessLog from "../../../plugins/monitoring/access-log/index.ts";
import health from "../../../plugins/monitoring/probes/health/index.ts";
import ping from "../../../plugins/monitoring/probes/ping.ts";
import ready from "../../../plugins/monitoring/probes/ready/index.ts";
import cache from "../../../plugins/policies/cache/index.ts";
import digest from "../../../plugins/policies/digest/index.ts";
import rateLimit from "../../../plugins/policies/rate-limit/index.ts";
import serverTiming from "../../../plugins/policies/server-timing/index.ts";
import store from "../../../plugins/store/index.ts";
import clock from "../../../plugins/system/clock.ts";
import eventBus from "../../../plugins/system/event-bus.ts";
import ids from "../../../plugins/system/ids.ts";

export default [
  accessLog,
  brains,
  cache,
  clock,
  digest,
  eventBus,
  health,
  ids,
  listen,
  lists,
  ping,
  rateLimit,
  ready,
  serverTiming,
  store,
];
