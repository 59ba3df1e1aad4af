/** The memory that pages leave taken in a server's process: its own part, after a collection of garbage. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { allPages, BROWSER_ACCEPT } from "./_pages.ts";

const MEGABYTE = 1_000_000;
const OF_ONE_PATTERN = 20 * MEGABYTE;
const OF_ALL_PAGES = 40 * MEGABYTE;
/** Node frees the buffers of collected objects a little later. */
const LATER_MS = 500;

it("does not grow by more than 20 MB through all pages of any path", async () => {
  const child = fork(new URL("./_memory-server.ts", import.meta.url), {
    execArgv: ["--expose-gc"],
  });
  onTestFinished(() => void child.kill());
  const { origin } = await nextMessage<{ readonly origin: string }>(child);
  const visit = async (path: string, language: string) => {
    const headers = { Accept: BROWSER_ACCEPT, "Accept-Language": language };
    const answer = await fetch(`${origin}${path}`, { headers });
    await answer.arrayBuffer();
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  };

  // The parts that all pages share do not count.
  await visit("/docs", "en");
  const first = await held(child, 0);
  let before = first;
  const heavy: string[] = [];
  for (const { pattern, paths, languages } of allPages) {
    for (const path of paths) for (const language of languages) await visit(path, language);
    const after = await held(child, before + OF_ONE_PATTERN);
    if (after > before + OF_ONE_PATTERN) heavy.push(`${pattern}: ${after - before} bytes`);
    before = after;
  }
  expect(heavy).toEqual([]);
  expect(before - first).toBeLessThan(OF_ALL_PAGES);
});

/** Bytes that the process holds; asked twice where the first answer is above the limit. */
async function held(child: ChildProcess, limit: number): Promise<number> {
  const now = await ask(child);
  if (now <= limit) return now;
  await wait(LATER_MS);
  return ask(child);
}

async function ask(child: ChildProcess): Promise<number> {
  const answered = nextMessage<{ readonly heldBytes: number }>(child);
  child.send("collect");
  return (await answered).heldBytes;
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, "message");
  return message as T; // of _memory-server.ts
}
