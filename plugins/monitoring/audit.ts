import { definePlugin } from "waymark";
import { AuditEvents } from "../../schemas/audit-events.ts";

export default definePlugin({
  id: "audit",
  summary: "Holds the place of an audit log: nothing is recorded yet.",
  schemas: { AuditEvents },
  capabilities: { auditStub: true },
  rootLinks: { audit: { to: "showAudit" } },

  routes: {
    showAudit: {
      method: "GET",
      path: "/api/audit",
      summary: "Read the audit log, which is empty.",
      returns: AuditEvents,
      document: true,
      cache: { scope: "public", maxAge: "60s" },
    },
  },

  documents: { showAudit: () => ({ events: [] }) },
});
