import type { Answer, CallOptions, Layer, Message } from "./message.ts";

/** Options of reads whose answers are kept. */
export interface ReadOptions extends CallOptions {
  /** Asks the service even if the answer that is kept is current. */
  readonly fresh?: boolean;
}

interface Entry {
  readonly answer: Answer;
  readonly tag: string | null;
  /** Milliseconds since 1970 until which it is current, and until which it may stand in for a newer one. */
  currentUntil: number;
  usableUntil: number;
}

/** Answers that are kept, the one that was used last at the end. */
const MAX_ENTRIES = 256;

/** Returns the layer that keeps answers, and asks whether they have changed by their entity tags. */
export function answerCache(): Layer {
  return (send, { environment }) => {
    const entries = new Map<string, Entry>();
    let writes = 0;

    async function load(id: string, message: Message, kept: Entry | undefined): Promise<Answer> {
      const tag = kept?.tag ?? undefined;
      const headers = {
        ...message.headers,
        ...(tag === undefined ? {} : { "if-none-match": tag }),
      };
      const before = writes;
      const answer = await send({ ...message, headers });
      const isKept = answer.status === 304 && kept !== undefined;
      const entry = isKept ? kept : { answer, tag: answer.headers.get("etag") };
      const control = answer.headers.get("cache-control") ?? "";
      const { maxAge = 0, revalidate = 0 } = message.operation.cache ?? {};
      const age = Number(answer.headers.get("age") ?? 0);
      const stated = secondsOf("max-age", control);
      const current = stated ?? maxAge;
      const usable =
        stated === undefined ? revalidate : (secondsOf("stale-while-revalidate", control) ?? 0);
      const currentUntil = before === writes ? environment.now() + (current - age) * 1000 : 0;
      entries.delete(id);
      if (!control.includes("no-store"))
        entries.set(id, { ...entry, currentUntil, usableUntil: currentUntil + usable * 1000 });
      for (const oldest of entries.keys()) if (entries.size > MAX_ENTRIES) entries.delete(oldest);
      return entry.answer;
    }

    return async (message) => {
      const { operation, url, headers, options } = message;
      if (operation.method !== "GET") {
        try {
          return await send(message);
        } finally {
          // Any answer may show what was written, or what a refusal found changed.
          writes++;
          for (const entry of entries.values()) entry.currentUntil = entry.usableUntil = 0;
        }
      }
      if (operation.cache === undefined) return send(message);
      const id = JSON.stringify([url.href, headers]);
      const kept = entries.get(id);
      const now = environment.now();
      if (kept === undefined || options["fresh"] === true || now >= kept.usableUntil)
        return load(id, message, kept);
      entries.delete(id);
      entries.set(id, kept);
      if (now >= kept.currentUntil) {
        kept.currentUntil = kept.usableUntil; // one request for a new one is enough
        load(id, { ...message, options: {} }, kept).catch(() => undefined); // the next read asks again
      }
      return kept.answer;
    };
  };
}

function secondsOf(directive: string, control: string): number | undefined {
  const [, seconds] = new RegExp(`${directive}=(\\d+)`).exec(control) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
