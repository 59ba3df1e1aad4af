// The door for tests, imported as "waymark/testing".

// Servers
export { createTestServer } from "./server.ts";
export type { TestServer, TestServerOptions } from "./server.ts";
export { fixedClock, fixedIds } from "./fakes.ts";
export type { FixedClock } from "./fakes.ts";

// Snapshots
export { snapshotRegistry } from "./vitest.ts";
export type { Mask } from "waymark/tools";
export type { SnapshotOptions } from "./snapshots.ts";

// Plugins
export { pluginChecks, testPlugin } from "./vitest.ts";
export type { PluginCheck, PluginTestOptions } from "./plugin-check.ts";
