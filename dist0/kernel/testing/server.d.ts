import type { Log } from "../../registry/contract/types.js";
import type { Registry } from "../../registry/contract/registry.js";
import type { WaymarkConfig } from "../define/config.js";
import { type Reloaded } from "../server.js";
import { type FakeOptions } from "./fakes.js";
/** Options of a test server. Every key is optional. */
export interface TestServerOptions extends FakeOptions {
    /** Environment variables. Default: none. */
    readonly env?: Readonly<Record<string, string>>;
    /** Answer exact paths in front of h3. Default: true. */
    readonly fastPath?: boolean;
    /** Default: silent. */
    readonly log?: Log;
    /** Milliseconds for one plugin's setup. Default: 10 s. */
    readonly setupTimeoutMs?: number;
    /** Milliseconds until a plugin that did not start is tried again, doubled after each attempt. Default: never. */
    readonly startRetryMs?: number;
}
/** A server, reached in memory and over a socket. */
export interface TestServer {
    /** Of the current revision. */
    readonly registry: Registry;
    /** Answers in memory, through h3 alone. `path` starts with a slash. */
    fetch(path: string, init?: RequestInit): Promise<Response>;
    /** Scheme and authority of the socket. */
    readonly origin: string;
    /** Scheme and authority of the admin listener; undefined without one. */
    readonly adminOrigin: string | undefined;
    /** Answers over the socket; redirects are not followed unless `init` says so. */
    request(path: string, init?: RequestInit): Promise<Response>;
    /** Reloads as a running server does when its config file changes. `config` replaces the earlier one entirely. */
    reload(config: WaymarkConfig): Promise<Reloaded>;
    close(): Promise<void>;
}
/** Starts a server on a free port of loopback, without a config file. Throws a BootError as `waymark start` would. */
export declare function createTestServer(options?: TestServerOptions): Promise<TestServer>;
