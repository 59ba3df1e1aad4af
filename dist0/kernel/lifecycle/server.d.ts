import type { Booted } from "../boot/boot.js";
import type { RunningServer, ServerOptions } from "./running-server.js";
/** Starts the plugins and listens. Throws a BootError when that fails; then nothing is left running. */
export declare function startServer(booted: Booted, options: ServerOptions): Promise<RunningServer>;
