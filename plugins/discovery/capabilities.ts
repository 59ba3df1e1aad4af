import { capabilityFlags, definePlugin } from "waymark";
import { Capabilities } from "../../schemas/api.ts";
import { FLAGS } from "./flags.ts";

export default definePlugin({
  id: "capabilities",
  summary: "Publishes feature flags: what the server can do as it is configured.",
  schemas: { Capabilities },

  routes: {
    showCapabilities: {
      method: "GET",
      path: "/api/capabilities",
      summary: "Read the feature flags.",
      returns: Capabilities,
      document: true,
      publish: { rootLink: "capabilities" },
      cache: { scope: "public", maxAge: "60s" },
      serverTiming: true,
    },
  },

  documents: {
    showCapabilities: (registry) => {
      const capabilities = capabilityFlags(registry, FLAGS);
      return {
        capabilities,
        schemaTypes: registry.schemas.size,
        serverTiming: capabilities["serverTiming"] === true,
      };
    },
  },
});
