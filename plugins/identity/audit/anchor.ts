/**
 * A file outside of the store with places that chains have reached, one JSON line each. Those who can change the store
 * alone cannot cut or rewrite what is before such a place.
 */
import { appendFile, readFile } from "node:fs/promises";
import { messageOf, type Log } from "waymark";
import { Mark } from "./records.ts";

/** Milliseconds between two lines of one chain, at least. */
const EVERY_MS = 10_000;

export interface Anchor {
  /** Notes the end of a chain, unless that was done just now. Never rejects. */
  head(mark: Mark): Promise<void>;
  /** Notes up to where old records are about to be removed. */
  cut(mark: Mark): Promise<void>;
  /** Notes the last end. Never rejects. */
  close(): Promise<void>;
}

/** Without a file, it does nothing. */
export function createAnchor(file: string | undefined, log: Log): Anchor {
  let notedAt = Number.NEGATIVE_INFINITY;
  let unnoted: Mark | undefined;
  let failing = false;

  const append = async (mark: Mark): Promise<void> => {
    if (file !== undefined) await appendFile(file, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  };
  async function note(): Promise<void> {
    if (unnoted === undefined) return;
    try {
      await append(unnoted);
      notedAt = performance.now();
      unnoted = undefined;
      failing = false;
    } catch (error) {
      if (!failing)
        log.error("the anchor of the audit cannot be written", { file, reason: messageOf(error) });
      failing = true;
    }
  }
  return {
    async head(mark) {
      unnoted = mark;
      if (performance.now() - notedAt >= EVERY_MS) await note();
    },
    cut: append,
    close: note,
  };
}

/** The latest places of the file, by kind and chain. Throws when it cannot be read. */
export async function readAnchor(file: string): Promise<readonly Mark[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const latest = new Map<string, Mark>();
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const { success, data } = Mark.safeParse(parse(line));
    // A process that was killed may have left the last line unfinished.
    if (!success && index === lines.length - 1) continue;
    if (!success) throw new Error(`line ${index + 1} of the anchor ${file} cannot be read`);
    const key = `${data.instance} ${data.kind}`;
    if (data.sequence >= (latest.get(key)?.sequence ?? 0)) latest.set(key, data);
  }
  return [...latest.values()];
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
