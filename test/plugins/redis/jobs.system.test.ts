import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { RedisJobs } from "../../../plugins/redis/jobs.ts";
import { RedisNodes } from "../../../plugins/redis/nodes.ts";
import { startRedis } from "../../engines/redis.ts";
import { connect, newPrefix, until, useRedis } from "./_nodes.ts";

const redis = useRedis();

const SHORT = { leaseMs: 2000, renewMs: 200 };

async function jobsOf(size: number, url = redis.url, times?: typeof SHORT) {
  const prefix = newPrefix();
  const connections = await Promise.all(Array.from({ length: size }, () => connect(url, 500)));
  return {
    prefix,
    jobs: connections.map((connection) => new RedisJobs(connection, prefix, times)),
    close: () => connections.forEach((connection) => connection.close()),
  };
}

describe("a job of several nodes", () => {
  it("runs at one node at a time, and each time at some", async () => {
    const { jobs, close } = await jobsOf(3);
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await pause(5);
      running--;
    };
    for (let round = 0; round < 20; round++) {
      const ran = await Promise.all(jobs.map((one) => one.run("prune", work)));
      expect(ran.filter(Boolean).length).toBeGreaterThan(0);
    }
    expect(most).toBe(1);
    expect(await jobs[0]?.run("another", async () => {})).toBe(true);
    close();
  });

  it("keeps its lease for as long as it takes, and rejects with the error of the work", async () => {
    const { jobs, close } = await jobsOf(2, redis.url, SHORT);
    const end = Promise.withResolvers<void>();
    const first = jobs[0]?.run("long", async (signal) => {
      await end.promise;
      signal.throwIfAborted();
    });
    for (let n = 0; n < 20; n++) {
      await pause(150);
      expect(await jobs[1]?.run("long", async () => {})).toBe(false);
    }
    end.resolve();
    expect(await first).toBe(true);
    const fails = () => Promise.reject(new Error("broken"));
    await expect(jobs[1]?.run("long", fails)).rejects.toThrow("broken");
    expect(await jobs[0]?.run("long", async () => {})).toBe(true);
    close();
  });

  it("aborts when its lease is another's or cannot be renewed, before it ends", async () => {
    const own = await startRedis();
    const { jobs, close, prefix } = await jobsOf(1, own.url, SHORT);
    const aborted = (name: string, fail: () => Promise<unknown> | void) =>
      jobs[0]?.run(name, async (signal) => {
        const since = performance.now();
        await fail();
        await until(() => signal.aborted);
        if (name === "held") expect(performance.now() - since).toBeLessThan(SHORT.leaseMs + 200);
      });
    await aborted("taken", () => own.command("set", `${prefix}:job:taken`, "another"));
    // The key of the other one is left alone.
    expect(await own.command("get", `${prefix}:job:taken`)).toBe("another");
    await aborted("flushed", () => own.flush());
    await aborted("held", () => own.pause());
    own.resume();
    close();
    await own.stop();
  });

  it("is aborted when the server stops, and not run without Redis", async () => {
    const own = await startRedis();
    const { jobs, close } = await jobsOf(1, own.url);
    const [one] = jobs;
    const running = one?.run("stopped", (signal) => until(() => signal.aborted));
    await pause(50);
    one?.close();
    await running;
    await own.kill();
    await expect(one?.run("alone", () => expect.fail("ran"))).rejects.toThrow("Redis");
    close();
    await own.stop();
  });
});

describe("the nodes of a service", () => {
  it("see each other come and go, and share one secret", async () => {
    const prefix = newPrefix();
    const startedAt = 1_700_000_000_000;
    const nodes = await Promise.all(
      ["a", "b", "c"].map(async (name) => {
        const connection = await connect(redis.url, 500);
        const self = () => ({ id: `id-${name}`, name, startedAt, revision: `r-${name}` });
        return {
          connection,
          members: new RedisNodes(connection, { prefix, secret: undefined, self }),
        };
      }),
    );
    for (const { members } of nodes) await members.list();
    const [first, second, third] = nodes.map(({ members }) => members);
    const all = (await first?.list()) ?? [];
    expect(all.map(({ name, revision }) => [name, revision])).toEqual([
      ["a", "r-a"],
      ["b", "r-b"],
      ["c", "r-c"],
    ]);
    expect(Math.abs((all[0]?.seenAt ?? 0) - Date.now())).toBeLessThan(10_000);
    expect(new Set([first?.secret, second?.secret, third?.secret]).size).toBe(1);
    expect(first?.count).toBe(3);
    await third?.close();
    await first?.list();
    expect(first?.count).toBe(2);
    // The secret outlives the data, as long as a node that has it does.
    const { secret = "" } = first ?? {};
    await redis.flush();
    await second?.list();
    await first?.list();
    expect([first?.secret, second?.secret]).toEqual([secret, secret]);
    for (const { connection, members } of nodes) {
      await members.close();
      connection.close();
    }
    await expect(first?.list()).rejects.toThrow("Redis");
  });
});
