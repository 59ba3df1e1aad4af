import { definePlugin } from "waymark";
import { AuditEvents } from "../../../schemas/monitoring.ts";
import { Options } from "./options.ts";

export default definePlugin({
  id: "audit",
  summary: "Placeholder for an audit record: records nothing yet.",
  section: "monitoring",
  icon: "M5.5 3h-2v11.25h9V3h-2M5.5 1.75h5v2.5h-5zM5.75 9.25 7.25 11l3-3.5",
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
