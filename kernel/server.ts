/** The door for programs that run a server themselves, imported as "waymark/server". */

// From a config to a registry
export { boot, type Booted, type BootInput, type Timings } from "./host/boot/boot.ts";
export type { Absent } from "./host/boot/load.ts";
export type { Env } from "./host/config/env.ts";
export type { Notice } from "./host/support/boot-errors.ts";
export type { ConfigInput, ResolvedConfig } from "./host/config/config.ts";
export type { InstalledPlugin } from "../registry/contract/plugin/installed.ts";

// What is wrong
export { BootError } from "./host/support/boot-errors.ts";
export type { Finding } from "../registry/contract/finding/finding.ts";

// From a registry to a server
export { startServer } from "./http/server/server.ts";
export type { Reloaded, RunningServer, ServerOptions } from "./http/server/running-server.ts";
export {
  createLog,
  type Level as LogLevel,
  type LogInput,
  type ProcessLog,
} from "./host/support/log.ts";
