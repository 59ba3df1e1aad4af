/** The door for programs that run a server themselves, imported as "waymark/server". */

// From a config to a registry
export { boot, type Booted, type BootInput, type Timings } from "./boot/boot.ts";
export type { Absent } from "./boot/load.ts";
export type { Env, Notice } from "./config/env.ts";
export type { ConfigInput, ResolvedConfig } from "./config/config.ts";
export type { InstalledPlugin } from "../registry/contract/installed.ts";

// What is wrong
export { BootError } from "./support/boot-errors.ts";
export type { Finding } from "../registry/contract/finding.ts";

// From a registry to a server
export { startServer } from "./lifecycle/server.ts";
export type { Reloaded, RunningServer, ServerOptions } from "./lifecycle/running-server.ts";
export { createLog, type LogInput } from "./support/log.ts";
export type { Level as LogLevel, ProcessLog } from "./support/process-log.ts";
