import { definePlugin } from "waymark";
import { AuditEvents } from "../../../schemas/monitoring.ts";
import { Options } from "./options.ts";

export default definePlugin({
  id: "audit",
  summary: "Placeholder for an audit record: records nothing yet.",
  section: "monitoring",
  options: Options,
  implementation: { load: () => import("./implementation.ts") },
  schemas: { AuditEvents },

  routes: {
    showAudit: {
      method: "GET",
      path: "/api/audit",
      summary: "Read the audit record, which is still empty.",
      returns: AuditEvents,
      document: true,
      publish: { rootLink: "audit", capability: "auditStub" },
      cache: { scope: "public", maxAge: "60s" },
    },
  },

  documents: { showAudit: () => ({ events: [] }) },
});
