/** Nodes that need no engine, and the faults of processes, configs and certificates. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { TestServer } from "waymark/testing";
import { Exports } from "waymark/tools";
import { folderOf } from "../../_folder.ts";
import { fill } from "../../_tmpfs.ts";
import { startNode } from "../../engines/node.ts";
import { freePort } from "../../engines/ports.ts";
import { BIN, ENV } from "../../kernel/cli/_run.ts";
import { makeCertificate } from "../listen/_certificate.ts";
import { count, HALF_HOUR, once, scrape, type Fault, type Scrape } from "./_timeline.ts";
import { startServer } from "../../_setup.ts";

const REFUSED = 'health_check{check="kernel:config",status="degraded"}';
const LOOKED_AT = 'health_failures_total{check="store:store"}';
const DISK_FULL = 'health_check{check="store:store",status="down"}';
const UNUSABLE = 'health_check{check="kernel:certificate",status="degraded"}';

const LAG = "nodejs_eventloop_lag_mean_seconds";

/** Makes a scrape that of a machine that does nothing else. */
function idle(scraped: Scrape): Scrape {
  return { ...scraped, values: new Map([...scraped.values, [LAG, 0]]) };
}

/** Plugins that have alerts, and those that they need: a process starts in two thirds of the time. */
const preset = join(import.meta.dirname, "../tools/testing/_few.ts");

/** A stop without the announcement to balancers, which takes seconds. */
const AT_ONCE = { preset, stop: { delay: "0s" } };

/** A node in a process of its own, as operators run it. */
export async function faultsOfProcess(): Promise<readonly Fault[]> {
  const node = await startNode(AT_ONCE);
  onTestFinished(() => node.stop());
  const look = () => scrape(`${node.url}/api/metrics`);
  const reloaded = async (value: number) => {
    const state = async () => count(await look(), "config_last_reload_successful");
    await expect.poll(state).toBe(value);
  };
  const first = await look();
  node.configure({ unknown: true });
  await reloaded(0);
  await expect.poll(async () => count(await look(), REFUSED)).toBe(1);
  const refused = await look();
  node.configure(AT_ONCE);
  await reloaded(1);

  const second = await restarted();
  let blocked = second;
  while (count(blocked, LAG) < 0.1) {
    node.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    node.resume();
    blocked = await look();
  }
  const third = await restarted();
  const last = await restarted();
  node.configure({ ...AT_ONCE, service: "another" });
  const fourth = await restarted();
  await node.kill("SIGKILL");
  const gone = await look();

  // Out, back and out again, as orderly as a rollout is.
  node.configure(AT_ONCE);
  const rolled = [await restarted()];
  for (const service of ["another", "one more", "another"]) {
    node.configure({ ...AT_ONCE, service });
    await node.restart();
    rolled.push(await look());
  }

  node.configure({ preset, stop: { delay: "60s", drain: "1s" } });
  await node.restart();
  node.signal("SIGTERM");
  await expect.poll(async () => count(await look(), "waymark_draining")).toBe(1);
  const draining = await look();
  await node.kill("SIGKILL");

  async function restarted(): Promise<Scrape> {
    await node.kill("SIGKILL");
    await node.restart();
    return look();
  }

  return [
    {
      name: "a config that is refused",
      firing: ["ConfigNotReloaded", "Degraded"],
      timelines: [once(first, refused)],
    },
    {
      name: "a process that gets no time",
      firing: ["EventLoopBlocked"],
      timelines: [once(idle(second), blocked)],
      load: LAG,
    },
    {
      name: "nodes with different configs",
      firing: ["RevisionsDiffer"],
      timelines: [once(first, first), once(third, fourth)],
    },
    {
      name: "a process that is killed again and again",
      firing: ["Restarting"],
      timelines: [
        {
          from: first,
          steps: [
            { after: first, minutes: 2 * HALF_HOUR - 12 },
            { after: second, minutes: 4 },
            { after: third, minutes: 4 },
            { after: last, minutes: 4 },
          ],
        },
      ],
    },
    {
      name: "O5: a node that is rolled out, back and out again",
      firing: [],
      timelines: [
        {
          from: rolled[0] ?? gone,
          steps: rolled.flatMap((after, at) => [
            { after: at === 0 ? after : gone, minutes: at === 0 ? 45 : 1 },
            { after, minutes: 3 },
          ]),
        },
      ],
    },
    {
      name: "O5: a stop that does not end",
      firing: ["NotReady"],
      timelines: [once(first, draining)],
    },
    { name: "a process that is gone", firing: ["Down"], timelines: [once(first, gone)] },
  ];
}

const HOLDER = `
import { getHeapStatistics } from "node:v8";
const held = [];
export default {
  id: "holder",
  summary: "Holds memory on request.",
  routes: {
    hold: { method: "GET", path: "/hold", summary: "Hold memory.", text: { mediaType: "text/plain" }, cache: "no-store" },
  },
  handlers: () => ({
    hold: () => {
      const limit = 0.74 * getHeapStatistics().heap_size_limit;
      while (process.memoryUsage().heapUsed < limit) held.push(new Array(1000).fill(1.5));
      return "held";
    },
  }),
};
`;

/** Nodes whose heap or whose standard output is full. */
export async function faultsOfResources(): Promise<readonly Fault[]> {
  const plugin = join(folderOf({ "holder.ts": HOLDER }), "holder.ts");
  const config = { preset, plugins: { [plugin]: true } };
  const node = await startNode(config, { NODE_OPTIONS: "--max-old-space-size=1000" });
  onTestFinished(() => node.stop());
  const calm = await scrape(`${node.url}/api/metrics`);
  await (await fetch(`${node.url}/hold`)).text();
  const full = await scrape(`${node.url}/api/metrics`);
  await node.kill("SIGKILL");

  const port = await freePort();
  const mute = spawn(process.execPath, [BIN, "start"], {
    cwd: folderOf({ "waymark.config.json": JSON.stringify({ preset }) }),
    env: { ...ENV, PORT: String(port) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  mute.stdout.destroy();
  onTestFinished(() => void mute.kill("SIGKILL"));
  const lost = "log_lines_lost_total";
  let silent: Scrape | undefined;
  await expect
    .poll(async () => {
      await fetch(`http://127.0.0.1:${port}/nothing`).catch(() => {}); // a line of the log
      silent = await scrape(`http://127.0.0.1:${port}/api/metrics`);
      return count(silent, "waymark_ready") * count(silent, lost);
    })
    .toBeGreaterThan(0);
  const silenced = silent as Scrape; // it was polled
  const before = { ...silenced, values: new Map([...silenced.values, [lost, 0]]) };
  return [
    {
      name: "O5: a heap that is nearly full",
      firing: ["HeapNearlyFull"],
      timelines: [once(calm, full)],
    },
    {
      name: "O5: a log that nothing takes",
      firing: ["LogLinesLost"],
      timelines: [
        {
          from: before,
          steps: [
            { after: before, minutes: HALF_HOUR },
            { after: silenced, minutes: HALF_HOUR, repeats: true },
          ],
        },
      ],
    },
  ];
}

/** A node whose data is on a small disk, the only one that keeps data in a file. */
export async function faultsOfDisk(folder: string) {
  const file = join(folder, "waymark.db");
  const server = await startServer({ config: { plugins: { store: { file } } } });
  const look = () => scrape(`${server.origin}/api/metrics`);
  let calm = await look();
  await expect.poll(async () => (calm = await look()).values.has(LOOKED_AT)).toBe(true);
  const free = fill(folder, 0.05);
  const nearly = await look();
  free();
  fill(folder);
  let full = nearly;
  await expect.poll(async () => count((full = await look()), DISK_FULL)).toBe(1);
  const faults: readonly Fault[] = [
    {
      name: "O5: a disk that is nearly full",
      firing: ["DiskNearlyFull"],
      timelines: [once(calm, nearly)],
    },
    {
      name: "O5: a disk that is full",
      firing: ["DiskNearlyFull", "HealthInterrupted", "Unhealthy"],
      timelines: [once(calm, full)],
    },
  ];
  return { faults, rules: await rulesOf(server) };
}

/** The rules that are exported from a server. */
export async function rulesOf({ registry }: TestServer): Promise<string> {
  return (
    (await registry
      .of(Exports)
      .find(({ name }) => name === "alerts")
      ?.text()) ?? ""
  );
}

/** A node that serves HTTPS. */
export async function faultsOfCertificate() {
  const certificate = makeCertificate(30);
  const { cert, key } = certificate;
  const server = await startServer({
    config: { plugins: { listen: { tls: { cert, key }, admin: { port: 0 } } } },
  });
  const seen = async (isThere: (now: Scrape) => boolean): Promise<Scrape> => {
    let now: Scrape | undefined;
    await expect
      .poll(async () => isThere((now = await scrape(`${server.adminOrigin}/metrics`))))
      .toBe(true);
    return now as Scrape; // it was polled
  };
  const expires = (now: Scrape) => count(now, "tls_certificate_expiry_timestamp_seconds") - now.at;
  const calm = await seen(({ isUp }) => isUp);
  certificate.renew(["key"]);
  const refused = await seen((now) => count(now, UNUSABLE) === 1);
  certificate.renew(undefined, 1);
  const short = await seen((now) => expires(now) < 2 * 86_400 && count(now, UNUSABLE) === 0);
  const faults: readonly Fault[] = [
    {
      name: "a key of another certificate",
      firing: ["CertificateNotRenewed", "Degraded"],
      timelines: [once(calm, refused)],
    },
    {
      name: "a certificate that is not renewed",
      firing: ["CertificateExpires"],
      timelines: [once(calm, short)],
    },
  ];
  return { faults, rules: await rulesOf(server) };
}
