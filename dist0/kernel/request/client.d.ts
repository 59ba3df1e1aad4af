import { type ProxyHeaders } from "./forwarded.js";
/** A connection and its headers, as received. */
export interface ConnectionInfo {
    /** Address of the peer; undefined when the platform does not report it. */
    readonly peer: string | undefined;
    /** Whether the peer speaks TLS with this server. */
    readonly encrypted: boolean;
    header(name: string): string | undefined;
}
export interface ClientResolver {
    /** `unknown` when the platform does not report it. */
    address(connection: ConnectionInfo): string;
    secure(connection: ConnectionInfo): boolean;
    /** Lower-case, without port; "" without a Host header. */
    host(connection: ConnectionInfo): string;
    /** Whether the peer is a trusted proxy. */
    proxied(connection: ConnectionInfo): boolean;
}
/** For calls that no client made. */
export declare const NO_CLIENT: ClientResolver;
/** Stands for the address of peers at a Unix socket, which have none. */
export declare const UNIX_PEER = "unix";
/** Returns whether an address is among these addresses, CIDR ranges and `unix`, which were validated with the config. */
export declare function proxyMatcher(trustedProxies: readonly string[]): (address: string) => boolean;
/**
 * Makes a resolver that believes one family of headers, and only from trusted proxies. It walks from the right over
 * trusted hops, so that a client cannot speak for a proxy. The other family is ignored, because a proxy passes on the
 * headers that it does not write itself.
 *
 * @param trustedProxies addresses, CIDR ranges and `unix`, validated with the config.
 */
export declare function clientResolver(trustedProxies: readonly string[], proxyHeaders: ProxyHeaders): ClientResolver;
