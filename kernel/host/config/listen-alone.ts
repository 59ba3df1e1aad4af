import type { ResolvedConfig } from "./config.ts";

/**
 * Returns the config of a server that a program starts for itself: at free ports of loopback, and without settings of
 * the service's addresses.
 */
export function listeningAlone(config: ResolvedConfig): ResolvedConfig {
  const { admin, socket: _socket, tls: _tls, ...others } = config;
  const place = { host: "127.0.0.1", port: 0 };
  return {
    ...others,
    ...place,
    proxyProtocol: false,
    ...(admin === undefined ? {} : { admin: { ...admin, ...place, socket: undefined } }),
  };
}
