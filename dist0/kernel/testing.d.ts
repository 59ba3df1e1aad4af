export { createTestServer } from "./testing/server.js";
export type { TestServer, TestServerOptions } from "./testing/server.js";
export { fixedClock, fixedIds } from "./testing/fakes.js";
export type { FixedClock } from "./testing/fakes.js";
export { snapshotRegistry } from "./testing/snapshot-registry.js";
export type { Mask } from "../registry/contract/conformance.js";
export type { SnapshotOptions } from "./testing/snapshots.js";
export { pluginChecks, testPlugin } from "./testing/plugin-test.js";
export type { PluginCheck, PluginTestOptions } from "./testing/plugin-check.js";
