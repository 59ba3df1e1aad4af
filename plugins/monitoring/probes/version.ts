import { definePlugin } from "waymark";
import { Version } from "../../../schemas/version.ts";

export default definePlugin({
  id: "version",
  summary: "Names the service and its release.",
  schemas: { Version },

  routes: {
    getVersion: {
      method: "GET",
      path: "/api/version",
      summary: "Read the service's name and version.",
      returns: Version,
      document: true,
      publish: { rootLink: "version" },
      cache: { scope: "public", maxAge: "60s" },
      digest: "always",
      serverTiming: true,
      rateLimit: "exempt",
    },
  },

  documents: {
    getVersion: ({ service }) => ({ service: service.name, version: service.version }),
  },
});
