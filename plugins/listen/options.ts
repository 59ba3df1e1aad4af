/** The options of the plugin, and the options of a server that must leave no trace. */
import { z } from "zod";

const Socket = z
  .string()
  .startsWith("/", { error: "a socket is named by its absolute path" })
  .max(100, { error: "the path of a socket has at most 100 characters" })
  .optional();
const SocketMode = z
  .string()
  .regex(/^[0-7]{3}$/, { error: "a mode is three octal digits" })
  .default("660")
  .describe("Permissions of the Unix socket, in octal.");

const Admin = z
  .strictObject({
    host: z
      .string()
      .min(1)
      .default("127.0.0.1")
      .describe("Address or name to listen at. Everybody who can reach it may read everything."),
    hosts: z
      .array(z.string().min(1))
      .default([])
      .describe(
        "Names under which operators reach it. Requests to an address, localhost and the host are answered without.",
      ),
    port: z.int().min(0).max(65_535).optional().describe("Port to listen at; 0 takes a free one."),
    socket: Socket.describe("Path of a Unix socket to listen at, in place of host and port."),
    socketMode: SocketMode,
  })
  .refine(({ port, socket }) => (port === undefined) !== (socket === undefined), {
    error: "it has either a port or a socket",
  });

const Tls = z.strictObject({
  cert: z.string().min(1).describe("PEM file of the certificate with its chain."),
  key: z.string().min(1).describe("PEM file of its private key."),
});

export const ListenOptions = z.strictObject({
  socket: Socket.meta({
    description: "Path of a Unix socket to listen at, in place of host and port.",
    examples: ["/run/waymark/waymark.sock"],
  }),
  socketMode: SocketMode,
  tls: Tls.optional().meta({
    description:
      "Certificate for HTTPS with HTTP/2 and HTTP/1.1; a renewed one is taken without a restart. Paths start from the config file's folder. Off by default: the proxy in front has it.",
    examples: [{ cert: "/etc/waymark/tls.crt", key: "/etc/waymark/tls.key" }],
  }),
  admin: Admin.optional().meta({
    description:
      "A second listener for operators, with metrics, health in detail and profiles. Off by default.",
    examples: [{ port: 9090 }, { socket: "/run/waymark/admin.sock" }],
  }),
  proxyProtocol: z
    .boolean()
    .default(false)
    .describe(
      "Whether trusted proxies begin each connection with a PROXY header (version 1 or 2), which names its client.",
    ),
  maxConnectionsPerClient: z
    .int()
    .min(1)
    .default(1000)
    .describe(
      "Connections that one client may have open, except proxies among trustedProxies; an IPv6 client counts as its /64 network. Further ones are closed.",
    ),
});
export type ListenOptions = z.output<typeof ListenOptions>;

/** Keeps servers of tests and tools away from the addresses of the service. */
export function optionsOfTests({ admin }: ListenOptions): Partial<ListenOptions> {
  return {
    socket: undefined,
    tls: undefined,
    admin: admin && { ...admin, host: "127.0.0.1", port: 0, socket: undefined },
    proxyProtocol: false,
  };
}
