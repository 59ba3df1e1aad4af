import { definePlugin } from "waymark";
import { IdempotencyDiscovery } from "../../../schemas/documents/resilience.ts";
import { Options } from "./options.ts";

export default definePlugin({
  id: "idempotency",
  summary: "Publishes how write requests will be repeated safely; no key is evaluated yet.",
  section: "policies",
  icon: "M2.5 7V6A2.5 2.5 0 0 1 5 3.5h8.5M11 1l2.5 2.5L11 6M13.5 9v1a2.5 2.5 0 0 1-2.5 2.5H2.5M5 15l-2.5-2.5L5 10",
  options: Options,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "enabled",
    before: "store", // its record encloses the transaction of the write
    enforces: { idempotency: ["key"] },
  },
  schemas: { IdempotencyDiscovery },

  routes: {
    showIdempotency: {
      method: "GET",
      path: "/api/idempotency",
      summary: "Read how write requests can be repeated safely.",
      returns: IdempotencyDiscovery,
      document: true,
      publish: { rootLink: "idempotency", capability: "idempotencyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
      relations: { retryPolicy: "retry-policy.showRetryPolicy" },
    },
  },

  documents: {
    showIdempotency: () => ({
      supported: false, // nothing evaluates a key yet, although a route may declare it
      headerName: "Idempotency-Key",
      reference: "draft-ietf-httpapi-idempotency-key-header-07",
      keyFormat: 'A quoted string (RFC 9651), such as "8e03978e-40d5-43dd-bc93-6894a57f9324".',
      ttlSeconds: 86_400,
      methods: ["POST", "PATCH"], // the others are idempotent by nature (RFC 9110, section 9.2.2)
      supportedEndpoints: [],
    }),
  },
});
