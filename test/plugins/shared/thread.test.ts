/** Work in a thread: one task at a time, and an error for each that has no answer. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { Thread } from "../../../plugins/shared/thread.ts";
import { folderOf } from "../../_folder.ts";

const MODULE = pathToFileURL(join(import.meta.dirname, "../../../plugins/shared/thread.ts")).href;
const SOURCE = `
  import { setTimeout as sleep } from "node:timers/promises";
  import { threadId } from "node:worker_threads";
  import { answerTasks } from "${MODULE}";
  let tasks = 0;
  answerTasks(async (task) => {
    const underWay = ++tasks;
    if (task === "fail") throw new Error("as asked");
    if (task === "hang") while (true);
    if (task === "exit") process.exit(3);
    if (task === "crash") setImmediate(() => { throw new Error("crashed"); });
    if (task === "crash") return new Promise(() => {});
    await sleep(20);
    tasks--;
    return [threadId, underWay];
  });
`;

function threadWith(limits: Partial<ConstructorParameters<typeof Thread>[1]> = {}) {
  const file = join(folderOf({ "worker.mjs": SOURCE }), "worker.mjs");
  return new Thread<string, [thread: number, underWay: number]>(file, {
    idleMs: 100,
    timeoutMs: 10_000,
    ...limits,
  });
}

it("does one task at a time in one thread", async () => {
  const thread = threadWith();
  const [[first] = [0], ...others] = await Promise.all(["a", "b", "c"].map((x) => thread.run(x)));
  expect(others).toEqual([
    [first, 1],
    [first, 1],
  ]);
});

it.each([
  ["fail", "as asked", {}],
  ["exit", "the thread ended with 3", {}],
  ["crash", "crashed", {}],
  ["hang", "the thread took longer than 1 s", { timeoutMs: 1000 }],
])("rejects a task that has no answer, and does the next: %s", async (task, message, limits) => {
  const thread = threadWith(limits);
  const running = thread.run(task);
  const next = thread.run("next");
  await expect(running).rejects.toThrow(message);
  expect(await next).toHaveLength(2);
});

it("ends a thread without tasks", async () => {
  const thread = threadWith();
  const [first] = await thread.run("a");
  await expect.poll(() => thread.run("b").then(([id]) => id), { interval: 300 }).not.toBe(first);
});
