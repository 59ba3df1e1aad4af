/** Records of the audit, each with the hash of the one before, and the marks that tell a prune from a cut. */
import { hash } from "node:crypto";
import { z } from "zod";
import { AuditEvent as ContractEvent } from "../../../schemas/monitoring.ts";

const HASH = "3f2a9c0e5b7d41c6a8e0f4b2d9c7315e6a1b8f0c2d4e7395a6c8b1d0e3f59472";

/** A recorded action. Every member but `hash` is hashed, in this order. */
export const AuditEvent = z
  .object({
    ...ContractEvent.shape,
    outcome: z.enum(["ok", "refused", "failed"]),
    principal: z.string().optional().describe("Id of the caller; absent for anonymous ones."),
    principalName: z.string().optional().describe("Name of the caller at that time."),
    network: z.string().optional().describe("Network of the client: of IPv6 the /64."),
    target: z.string().optional().describe("Id of the target of the action."),
    method: z.string().optional(),
    route: z.string().optional().describe("The route that answered, as plugin.routeId."),
    path: z.string().optional().describe("The path as received, without the query."),
    status: z.int().optional(),
    errorCode: z.string().optional(),
    requestId: z.string().optional(),
    traceId: z.string().optional(),
    detail: z.string().optional(),
    instance: z
      .string()
      .describe("The chain of records that this is part of: one run of a server or command.")
      .meta({ examples: ["web-1"] }),
    sequence: z.int().min(1).describe("Place in the chain."),
    previous: z
      .string()
      .describe(
        "Hash of the previous record; in the first, the hash of its target, which belongs to another chain.",
      )
      .meta({ examples: [HASH] }),
    hash: z
      .string()
      .describe("SHA-256 over all other members, in hex.")
      .meta({ examples: [HASH] }),
  })
  .meta({ id: "AuditEvent" });
export type AuditRecord = z.output<typeof AuditEvent>;

/** A place in a chain: where it ends (`head`), or up to where old records were removed (`cut`). */
export const Mark = z.object({
  id: z.string(),
  kind: z.enum(["head", "cut"]),
  instance: z.string(),
  /** 0 for a chain without records. */
  sequence: z.int().min(0),
  /** Id and hash of the record there. */
  record: z.string(),
  hash: z.string(),
});
export type Mark = z.output<typeof Mark>;

export const RECORDS = "auditRecords";
export const MARKS = "auditMarks";

const HASHED = Object.keys(AuditEvent.shape).filter((name) => name !== "hash");

/** Returns the hash that a record must have. */
export function hashOf(record: Omit<AuditRecord, "hash">): string {
  const values = HASHED.map((name): unknown => Reflect.get(record, name) ?? null);
  return hash("sha256", JSON.stringify(values), "hex");
}

/** Returns the part of ids that sorts by time, in milliseconds since 1970-01-01T00:00Z. */
export function timeKey(at: number): string {
  return String(Math.max(0, at)).padStart(15, "0");
}

/** Returns the time of an id. */
export function timeOf(id: string): number {
  return Number(id.slice(0, 15));
}

export function recordId(at: number, instance: string, sequence: number): string {
  return `${timeKey(at)}-${instance}-${String(sequence).padStart(10, "0")}`;
}
