/**
 * The network under which limits count a client's address: of IPv6 the /64, the smallest network that one customer gets
 * (RFC 6177, section 2), because clients can change the rest freely; otherwise the address itself.
 */
export declare function clientNetwork(address: string): string;
