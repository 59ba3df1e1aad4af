import { definePlugin } from "waymark";
import { Listening } from "waymark/services";
import { alerts } from "./alerts.ts";
import { ListenOptions, optionsOfTests } from "./options.ts";

export default definePlugin({
  id: "listen",
  summary:
    "Opens the listeners: a Unix socket, TLS with HTTP/2, the PROXY protocol, and one for operators.",
  options: ListenOptions,
  env: {
    socket: "WAYMARK_SOCKET",
    "admin.host": "WAYMARK_ADMIN_HOST",
    "admin.hosts": "WAYMARK_ADMIN_HOSTS",
    "admin.port": "WAYMARK_ADMIN_PORT",
    "admin.socket": "WAYMARK_ADMIN_SOCKET",
  },
  testOptions: optionsOfTests,
  listeners: ({ admin }) => (admin === undefined ? [] : ["admin"]),
  provides: { listening: Listening },
  async setup(_services, { options, log }) {
    const { Edge } = await import("./edge.ts");
    return { listening: new Edge(options, log) };
  },
  alerts,
  deployment: {
    socket: { needs: "socket", option: "socket" },
    certificate: { needs: "certificate", option: "tls" },
    admin: { needs: "admin listener", option: "admin" },
    proxies: { needs: "proxy protocol", option: "proxyProtocol" },
  },
});
