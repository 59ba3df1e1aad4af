import { z } from "zod";

/** An action that somebody may have to account for. */
export const AuditEvent = z
  .object({ id: z.string(), timestamp: z.iso.datetime(), action: z.string() })
  .meta({ id: "AuditEvent" });

/** The audit log. */
export const AuditEvents = z.object({ events: z.array(AuditEvent) });
