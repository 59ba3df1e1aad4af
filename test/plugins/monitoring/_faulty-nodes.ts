/** Nodes that need no engine, and the faults of processes, configs and certificates. */
import { expect, onTestFinished } from "vitest";
import { startNode } from "../../engines/node.ts";
import { makeCertificate } from "../../kernel/http/_certificate.ts";
import { count, HALF_HOUR, once, PATIENCE, scrape, type Fault, type Scrape } from "./_timeline.ts";
import { startServer } from "../../_setup.ts";

/** A node in a process of its own, as operators run it. */
export async function faultsOfProcess(): Promise<readonly Fault[]> {
  const node = await startNode({});
  onTestFinished(() => node.stop());
  const look = () => scrape(`${node.url}/api/metrics`);
  const reloaded = async (value: number) => {
    const state = async () => count(await look(), "config_last_reload_successful");
    await expect.poll(state, PATIENCE).toBe(value);
  };
  const first = await look();
  node.configure({ unknown: true });
  await reloaded(0);
  const refused = await look();
  node.configure({});
  await reloaded(1);

  const second = await restarted();
  let blocked = second;
  while (count(blocked, "nodejs_eventloop_lag_mean_seconds") < 0.1) {
    node.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    node.resume();
    blocked = await look();
  }
  const third = await restarted();
  node.configure({ service: "another" });
  const fourth = await restarted();
  await node.kill("SIGKILL");
  const gone = await look();

  async function restarted(): Promise<Scrape> {
    await node.kill("SIGKILL");
    await node.restart();
    return look();
  }

  return [
    {
      name: "a config that is refused",
      firing: ["ConfigNotReloaded"],
      timelines: [once(first, refused)],
    },
    {
      name: "a process that gets no time",
      firing: ["EventLoopBlocked"],
      timelines: [once(second, blocked)],
      showsLoad: true,
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
            { after: fourth, minutes: 4 },
          ],
        },
      ],
    },
    { name: "a process that is gone", firing: ["Down"], timelines: [once(first, gone)] },
  ];
}

/** A node that serves HTTPS. */
export async function faultsOfCertificate(): Promise<readonly Fault[]> {
  const certificate = makeCertificate(30);
  const { cert, key } = certificate;
  const server = await startServer({ config: { tls: { cert, key }, admin: { port: 0 } } });
  const seen = async (isThere: (now: Scrape) => boolean): Promise<Scrape> => {
    let now: Scrape | undefined;
    await expect
      .poll(async () => isThere((now = await scrape(`${server.adminOrigin}/metrics`))), PATIENCE)
      .toBe(true);
    return now as Scrape; // it was polled
  };
  const expires = (now: Scrape) => count(now, "tls_certificate_expiry_timestamp_seconds") - now.at;
  const calm = await seen(({ isUp }) => isUp);
  certificate.renew(["key"]);
  const refused = await seen((now) => count(now, "tls_certificate_renewals_failed_total") === 1);
  certificate.renew(undefined, 1);
  const short = await seen((now) => expires(now) < 2 * 86_400);
  return [
    {
      name: "a key of another certificate",
      firing: ["CertificateNotRenewed"],
      timelines: [once(calm, refused)],
    },
    {
      name: "a certificate that is not renewed",
      firing: ["CertificateExpires"],
      timelines: [once(calm, short)],
    },
  ];
}
