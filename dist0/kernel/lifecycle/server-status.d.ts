/** The state of a server as its plugins see it. */
import type { Instance, Runtime, ServerCounts } from "../services.js";
type Parts = "ready" | "draining" | "reloads" | "instance" | "certificate" | "origin" | "onChange";
/** The part of the runtime that all revisions of a server share. */
export type ServerState = Pick<Runtime, Parts> & {
    readonly counts: ServerCounts;
};
type Mutable<T> = {
    -readonly [K in keyof T]: T[K];
};
export type ServerStatus = Mutable<Omit<ServerState, "reloads">> & {
    readonly reloads: Mutable<ServerState["reloads"]>;
};
/** The state of a server that has not begun to listen. */
export declare function createStatus(instance: Instance, onChange?: ServerState["onChange"]): ServerStatus;
/** For plugins that start without a server. */
export declare const NOT_SERVING: ServerState;
export {};
