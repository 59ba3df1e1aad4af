/** The other end of a connection, if the system does not know it. */
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** Stands for the address of peers at a Unix socket, which have none, as among the config's `trustedProxies`. */
export const UNIX_PEER = "unix";

/** Sets the address that the kernel sees. */
export function setPeer(socket: Socket, address: string): void {
  Object.defineProperty(socket, "remoteAddress", { value: address });
}

/** Makes the kernel treat a connection as TLS, as the client's is with the proxy in front. */
export function setSecure(socket: Socket): void {
  Object.defineProperty(socket, "encrypted", { value: true });
}

/** Sets the address of a connection inside TLS, as it was set outside. Node names the outer one without saying so in its types. */
export function inheritPeer(socket: TLSSocket & { readonly _parent?: Socket | null }): void {
  const { _parent: outer } = socket;
  if (!outer || !Object.hasOwn(outer, "remoteAddress")) return;
  if (outer.remoteAddress !== undefined) setPeer(socket, outer.remoteAddress);
}
