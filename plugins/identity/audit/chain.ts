/** The chain of one run: turns entries into records. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { AuditEntry } from "waymark/services";
import { hashOf, recordId, timeOf, type AuditRecord } from "./records.ts";

/** An entry of this plugin or another one. */
export interface Entry extends AuditEntry {
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly errorCode?: string | undefined;
  readonly traceId?: string | undefined;
}

/** Entry with its time, in milliseconds since 1970-01-01T00:00Z. */
export interface TimedEntry {
  readonly entry: Entry;
  readonly at: number;
  /** Place in the store, if the entry was committed with a write. */
  readonly waiting?: string;
}

/** The end of a chain; without records, its beginning. */
export type Head = Pick<AuditRecord, "id" | "sequence" | "hash">;

/** Most characters of one text, so that no record is as large as its sender likes. */
const MAX_TEXT = 500;

const PLAIN = /^[ -~]*$/;

/** Returns a name for a chain that no other run has: chains need not wait for each other. */
export function newInstance(): string {
  return randomBytes(8).toString("hex");
}

/** Returns the first entry of a chain. */
export function opening(latest: AuditRecord | undefined): Entry {
  const detail = `process ${process.pid} on ${hostname()}`;
  return { action: "audit.opened", outcome: "ok", target: latest?.id, detail };
}

/** Returns the records for these entries, which follow `head`. */
export function seal(
  instance: string,
  head: Head,
  entries: readonly TimedEntry[],
): readonly AuditRecord[] {
  let { id: latest, sequence, hash: previous } = head;
  return entries.map(({ entry, at }) => {
    const { outcome, principal, status } = entry;
    sequence += 1;
    // Ids keep the order of the chain also when the clock was set back; the timestamp is what the clock said.
    latest = recordId(Math.max(at, timeOf(latest)), instance, sequence);
    const content = {
      id: latest,
      timestamp: new Date(at).toISOString(),
      action: text(entry.action) ?? "unknown",
      outcome,
      principal: text(principal?.id),
      principalName: text(principal?.name),
      network: text(entry.network),
      target: text(entry.target),
      method: text(entry.method),
      route: text(entry.route),
      path: text(entry.path),
      status,
      errorCode: text(entry.errorCode),
      requestId: text(entry.requestId),
      traceId: text(entry.traceId),
      detail: text(entry.detail),
      instance,
      sequence,
      previous,
    };
    previous = hashOf(content);
    return { ...content, hash: previous };
  });
}

/** Returns a text as any database does: bounded, well-formed, without control characters. Empty texts are absent. */
function text(value: string | undefined): string | undefined {
  if (value === undefined || value === "") return undefined;
  if (value.length <= MAX_TEXT && PLAIN.test(value)) return value;
  return value
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ");
}
