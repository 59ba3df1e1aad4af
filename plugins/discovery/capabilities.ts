import { definePlugin, definePolicy } from "waymark";
import { Capabilities } from "waymark/services";
import { Capabilities as CapabilitiesBody } from "../../schemas/api.ts";
import { FACTS, FLAGS } from "./flags.ts";

export default definePlugin({
  id: "capabilities",
  summary: "Publishes feature flags: what the server can do as it is configured.",
  section: "discovery",
  icon: "M5 3.75h6a4.25 4.25 0 0 1 0 8.5H5a4.25 4.25 0 0 1 0-8.5zM11 8h.01M11 6.75a1.25 1.25 0 1 0 0 2.5 1.25 1.25 0 0 0 0-2.5z",
  points: [Capabilities],
  schemas: { Capabilities: CapabilitiesBody },
  capabilities: FACTS,

  // Only so that `waymark check` compares the flags with the answers.
  policies: [
    definePolicy({
      id: "capabilities",
      compile: () => undefined,
      conformance: () => import("./capabilities.conformance.ts"),
    }),
  ],

  routes: {
    showCapabilities: {
      method: "GET",
      path: "/api/capabilities",
      summary: "Read the feature flags.",
      returns: CapabilitiesBody,
      document: true,
      publish: { rootLink: "capabilities" },
      cache: { scope: "public", maxAge: "60s" },
      serverTiming: true,
    },
  },

  documents: {
    showCapabilities: (registry) => {
      // The usual flags, true or false; then the flags that only enabled plugins know.
      const usual = Object.fromEntries(FLAGS.map((flag) => [flag, false]));
      const capabilities: Readonly<Record<string, boolean>> = {
        ...usual,
        ...registry.of(Capabilities),
      };
      return {
        capabilities,
        schemaTypes: registry.schemas.size,
        serverTiming: capabilities["serverTiming"] === true,
      };
    },
  },
});
