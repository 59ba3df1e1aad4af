/** One proxy's report. */
export interface Hop {
    readonly address: string | undefined;
    readonly proto: string | undefined;
    readonly host: string | undefined;
}
/** A family of headers: a proxy writes one, and may pass the other on as the client sent it. */
export type ProxyHeaders = "x-forwarded" | "forwarded";
/**
 * Reads the reports, the one of the nearest proxy first. Each proxy adds its entry at the end, so the nth from the right
 * was written by the nth proxy; a header without an nth entry says nothing about that hop.
 */
export declare function readHops(header: (name: string) => string | undefined, family: ProxyHeaders): Iterable<Hop>;
/** Turns an IPv4 address that arrived on an IPv6 socket into its plain form: both are the same client. */
export declare function unmapIPv4(address: string): string;
