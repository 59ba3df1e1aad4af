import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { startBalancer } from "./balancer.ts";
import { cut } from "./cut.ts";
import { startNode } from "./node.ts";
import { startPostgres, type PostgresOptions } from "./postgres.ts";
import { startRedis } from "./redis.ts";

/** Starts one for the test, at whose end it is stopped. */
async function use<E extends { stop(): Promise<void> }>(starting: Promise<E>): Promise<E> {
  const engine = await starting;
  onTestFinished(() => engine.stop());
  return engine;
}

describe("PostgreSQL", () => {
  needs("postgres");
  const postgres = (options?: PostgresOptions) => use(startPostgres(options));

  test("runs queries, and keeps its data when it is killed and started again", async () => {
    const { psql, kill, restart } = await postgres({ settings: { max_connections: "20" } });
    await psql("create table letters as select unnest(array['b', 'B', 'a', 'A']) as letter");
    expect(await psql("show max_connections; show fsync")).toBe("20\noff");
    await kill();
    await expect(psql("select 1")).rejects.toThrow("refused");
    await restart();
    // A collation of people, unlike the order of JavaScript.
    expect(await psql("select letter from letters order by letter")).toBe("a\nA\nb\nB");
    await restart();
    expect(await psql("select count(*) from letters")).toBe("4");
  });

  test("servers of one template have nothing in common", async () => {
    const [one, other] = await Promise.all([postgres(), postgres()]);
    await one.psql("create table mine ()");
    expect(await other.psql("select to_regclass('mine')")).toBe("");
  });

  test("ends the connections of clients, or some of them", async () => {
    const { psql, terminateBackends } = await postgres();
    const slept = psql("select pg_sleep(60)").catch(String);
    const sleeping = "select count(*) from pg_stat_activity where query like '%sleep(60)'";
    while ((await psql(`${sleeping} and pid <> pg_backend_pid()`)) !== "1");
    expect(await terminateBackends("^listen")).toBe(0);
    expect(await terminateBackends("sleep.60.$")).toBe(1);
    expect(await slept).toContain("terminating connection");
  });

  test("a setting that it refuses fails the start, which says why", async () => {
    await expect(startPostgres({ settings: { nonsense: "1" } })).rejects.toThrow(
      'unrecognized configuration parameter "nonsense"',
    );
  });
});

describe("Redis", () => {
  needs("redis-server");

  test("forgets what it had when it is killed, unless it writes it down", async () => {
    for (const [appendonly, kept] of [
      ["no", "0"],
      ["yes", "1"],
    ] as const) {
      const { command, kill, restart } = await use(startRedis({ settings: { appendonly } }));
      await command("set", "key", "value");
      await kill();
      await expect(command("ping")).rejects.toThrow("refused");
      await restart();
      expect(await command("exists", "key")).toBe(kept);
    }
  });

  test("is emptied, held and let go", async () => {
    const { command, flush, pause, resume } = await use(startRedis());
    await command("set", "key", "value");
    await flush();
    expect(await command("exists", "key")).toBe("0");
    pause();
    let answered = false;
    const answer = command("ping").finally(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(answered).toBe(false);
    resume();
    expect(await answer).toBe("PONG");
  });
});

describe("a wire", () => {
  needs("redis-server");
  const wired = async () => use(cut((await use(startRedis())).url));

  /** Opens a connection and asks on it. */
  async function client(url: string) {
    const { port } = new URL(url);
    const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    await once(socket, "connect");
    const ask = async () => {
      socket.write("PING\r\n");
      return String((await once(socket, "data"))[0]);
    };
    return { socket, ask };
  }

  test("passes everything, at once or later", async () => {
    const { url, delay } = await wired();
    const { ask } = await client(url);
    expect(await ask()).toBe("+PONG\r\n");
    delay(60);
    const began = performance.now();
    await ask();
    expect(performance.now() - began).toBeGreaterThan(118);
  });

  test("is cut and restored at the same address", async () => {
    const wire = await wired();
    const { socket } = await client(wire.url);
    const ended = once(socket, "close").catch((error: unknown) => error);
    await wire.cut();
    expect(await ended).toMatchObject({ code: "ECONNRESET" });
    await expect(client(wire.url)).rejects.toThrow("ECONNREFUSED");
    await wire.restore();
    expect(await (await client(wire.url)).ask()).toBe("+PONG\r\n");
  });

  test("holds everything, which passes once it is restored", async () => {
    const { url, hold, restore } = await wired();
    const { socket } = await client(url);
    hold();
    socket.write("PING\r\n");
    const answer = once(socket, "data");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(socket.bytesRead).toBe(0);
    await restore();
    expect(String((await answer)[0])).toBe("+PONG\r\n");
  });

  test("ends one side of each connection", async () => {
    const { url, halfClose } = await wired();
    const { socket, ask } = await client(url);
    await ask();
    const ended = once(socket, "end");
    halfClose();
    await ended;
    expect(socket.writable).toBe(true);
  });
});

describe("a balancer", () => {
  needs("haproxy");

  test("asks nodes whether they are ready, and goes round those that are not", async () => {
    const nodes = await Promise.all([use(startNode({ stop: { delay: "3s" } })), use(startNode())]);
    const [one, other] = nodes;
    const { url, states, until } = await use(startBalancer(nodes.map((node) => node.url)));
    expect([...(await states()).values()]).toEqual([true, true]);
    one.signal("SIGTERM");
    await until(one.url, false);
    expect((await fetch(`${url}/api/ping`)).status).toBe(200);
    await one.restart();
    await until(one.url, true);
    await other.kill();
    await until(other.url, false);
    expect((await fetch(`${url}/api/ping`)).status).toBe(200);
    expect(one.log().map(({ message }) => message)).toContain("stopped");
  });
});

describe("a run of tests that is killed", () => {
  needs("postgres", "redis-server", "haproxy");

  test.skipIf(process.platform !== "linux")("leaves no process and no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "waymark-run-"));
    chmodSync(folder, 0o755);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const source = `
      import { startBalancer } from "./balancer.ts";
      import { startNode } from "./node.ts";
      import { startPostgres } from "./postgres.ts";
      import { startRedis } from "./redis.ts";
      await Promise.all([startPostgres(), startRedis(), startNode(), startBalancer([])]);
      console.log("started");`;
    const run = spawn(process.execPath, ["--input-type=module", "--eval", source], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(run.stdout, "data");
    const before = programsIn(folder);
    for (const program of ["haproxy", "node", "postgres", "redis"])
      expect(before).toContainEqual(expect.stringContaining(program));
    run.kill("SIGKILL");
    await expect.poll(() => programsIn(folder)).toEqual([]);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  /** The programs whose working folder lies in this one. */
  function programsIn(folder: string): readonly string[] {
    return readdirSync("/proc").flatMap((id) => {
      try {
        const isThere = readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
        return isThere ? [readlinkSync(`/proc/${id}/exe`)] : [];
      } catch {
        return []; // not a process, or one that has ended
      }
    });
  }
});
