import { definePlugin } from "waymark";

export default definePlugin({
  id: "dev",
  summary: "Serves every edit of a service under development.",
  commands: {
    dev: {
      summary: "Start the server for development: serves every edit",
      flags: {
        host: { type: "text", summary: "Address or name to listen at (also: HOST)" },
        port: { type: "text", summary: "Port to try first (also: PORT)" },
        https: { type: "boolean", summary: "Serve HTTPS with a self-signed certificate" },
        qr: {
          type: "boolean",
          summary: "Print the network URL as a QR code; without --host, listen at all addresses",
        },
        clipboard: { type: "boolean", summary: "Copy the URL to the clipboard" },
        open: { type: "boolean", summary: "Open the URL in the browser" },
        tunnel: { type: "boolean", summary: "Make the server public through a Cloudflare tunnel" },
      },
      load: () => import("./command.ts"),
    },
  },
});
