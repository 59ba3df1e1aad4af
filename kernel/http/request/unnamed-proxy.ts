import type { Log } from "../../../registry/contract/types.ts";
import type { ClientResolver, ConnectionInfo } from "./client.ts";

/** Requests to look at: behind a proxy nearly every request has these headers, so the first requests suffice. */
const REQUESTS = 10_000;
const HEADERS = ["forwarded", "x-forwarded-for"] as const;

/**
 * Returns the same resolver, which warns once if a request comes through a proxy although the config names none: all
 * clients then share the proxy's address, and with it one rate limit.
 */
export function noticeUnnamedProxy(resolver: ClientResolver, log: Log): ClientResolver {
  let left = REQUESTS;
  const look = (connection: ConnectionInfo) => {
    left--;
    const header = HEADERS.find((name) => connection.header(name) !== undefined);
    if (header === undefined) return;
    left = 0;
    log.warn(
      "a request came with a forwarding header from a peer that is not trusted, and the header was ignored; if a proxy is in front of this server, name it in trustedProxies",
      { header, peer: connection.peer, variable: "WAYMARK_TRUSTED_PROXIES" },
    );
  };
  return {
    ...resolver,
    address(connection) {
      if (left > 0) look(connection);
      return resolver.address(connection);
    },
  };
}
