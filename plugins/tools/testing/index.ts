// The door for tests, imported as "waymark/testing".

// Servers
export { createTestServer } from "./server.ts";
export type { Requests, TestServer, TestServerOptions } from "./server.ts";
export type { SignedIn } from "./principals.ts";
export { fixedClock, fixedIds } from "./fakes.ts";
export type { FixedClock } from "./fakes.ts";

// Snapshots
export { snapshotRegistry, pluginChecks, testPlugin } from "./vitest.ts";
export type { Mask } from "../shared/policy-tests.ts";
export type { SnapshotOptions } from "./snapshots.ts";

// Plugins
export type { PluginCheck, PluginTestOptions } from "./plugin-check.ts";

// Stores
export { storeChecks } from "./vitest.ts";
export type { OpenStore, StoreMaker } from "../shared/store/index.ts";
