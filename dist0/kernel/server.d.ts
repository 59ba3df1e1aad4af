/** The door for programs that run a server themselves, imported as "waymark/server". */
export { boot } from "./boot/boot.js";
export type { Booted, BootInput, Timings } from "./boot/boot.js";
export type { Absent } from "./boot/load.js";
export type { Env, Notice } from "./config/env.js";
export type { ConfigInput, ResolvedConfig } from "./config/config.js";
export type { InstalledPlugin } from "../registry/contract/installed.js";
export { BootError } from "./support/boot-errors.js";
export type { Finding } from "../registry/contract/finding.js";
export { startServer } from "./lifecycle/server.js";
export type { Reloaded, RunningServer, ServerOptions } from "./lifecycle/running-server.js";
export { createLog } from "./support/log.js";
export type { LogInput } from "./support/log.js";
export type { Level as LogLevel, ProcessLog } from "./support/process-log.js";
