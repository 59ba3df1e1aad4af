import { definePlugin } from "waymark";
import { Version } from "../../../schemas/health.ts";

export default definePlugin({
  id: "version",
  summary: "Reports the server's name and release.",
  schemas: { Version },

  routes: {
    getVersion: {
      method: "GET",
      path: "/api/version",
      summary: "Read the server's name and version.",
      returns: Version,
      document: true,
      publish: { rootLink: "version" },
      cache: { scope: "public", maxAge: "60s" },
      digest: "always",
      serverTiming: true,
      rateLimit: "exempt",
    },
  },

  documents: { getVersion: ({ app }) => ({ service: app.name, version: app.version }) },
});
