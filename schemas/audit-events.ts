import { z } from "zod";

/** An action that was recorded for accountability. */
export const AuditEvent = z
  .object({ id: z.string(), timestamp: z.iso.datetime(), action: z.string() })
  .meta({ id: "AuditEvent" });

/** The audit log. */
export const AuditEvents = z.object({ events: z.array(AuditEvent) });
