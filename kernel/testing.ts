// The door for tests, imported as "waymark/testing".

// Servers
export { createTestServer } from "./testing/server.ts";
export type { TestServer, TestServerOptions } from "./testing/server.ts";
export { fixedClock, fixedIds } from "./testing/fakes.ts";
export type { FixedClock } from "./testing/fakes.ts";

// Snapshots
export { snapshotRegistry } from "./testing/snapshot-registry.ts";
export type { Mask } from "../registry/contract/conformance.ts";
export type { SnapshotOptions } from "./testing/snapshots.ts";

// Plugins
export { pluginChecks, testPlugin } from "./testing/plugin-test.ts";
export type { PluginCheck, PluginTestOptions } from "./testing/plugin-check.ts";
