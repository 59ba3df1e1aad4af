/** The record of who changed what, and who was refused. */
import { definePlugin } from "waymark";
import { Audit } from "waymark/services";
import { AuditEvents } from "../../../schemas/monitoring.ts";

export default definePlugin({
  id: "audit",
  summary: "Records writes, refused requests, key operations and reloads.",
  schemas: { AuditEvents },
  provides: { audit: Audit },
  setup: () => ({ audit: { record: () => undefined } }),

  routes: {
    showAudit: {
      method: "GET",
      path: "/api/audit",
      summary: "Read the audit log.",
      returns: AuditEvents,
      publish: { rootLink: "audit", capability: "audit" },
      cache: "no-store",
    },
  },

  handlers: () => ({ showAudit: () => ({ events: [] }) }),
});
