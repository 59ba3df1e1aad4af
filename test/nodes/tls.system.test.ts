/** TLS to the engines: their certificates are verified, and an authority can be named. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { needs } from "../_programs.ts";
import { makeCertificates } from "../engines/certificates.ts";
import { freePort } from "../engines/ports.ts";
import { startPostgres } from "../engines/postgres.ts";
import { startRedis } from "../engines/redis.ts";

needs("openssl", "redis-server", "postgres");

const execute = promisify(execFile);

/** Connects to each URL as the plugins do, and prints how that went. */
const PROGRAM = `
  const { Connection } = await import(${JSON.stringify(import.meta.resolve("../../plugins/redis/connection.ts"))});
  const { createLink } = await import(${JSON.stringify(import.meta.resolve("../../plugins/redis/link.ts"))});
  const { connectAlone } = await import(${JSON.stringify(import.meta.resolve("../../plugins/store/postgres/sessions.ts"))});
  const postgres = async (url) => {
    const { session } = await connectAlone({ url, waitMs: 60_000, statementTimeoutMs: 60_000 }, 0);
    const { rows } = await session.query({ sql: "select ssl from pg_stat_ssl where pid = pg_backend_pid()", parameters: [] });
    session.release(true);
    return rows[0][0] ? "TLS" : "plain";
  };
  const redis = async (url) => {
    const connection = new Connection((events) => createLink({ url, cluster: false, sentinel: undefined }, events), 60_000);
    void connection.open(60_000);
    while (!connection.isUp && connection.fault === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    const { fault = "TLS" } = connection;
    connection.close();
    return fault;
  };
  const ends = [];
  for (const url of process.argv.slice(1))
    ends.push(await (url.startsWith("redis") ? redis : postgres)(url).catch(({ message }) => message));
  console.log(JSON.stringify(ends));
  process.exit();`;

async function connect(urls: readonly string[], authority?: string): Promise<unknown> {
  const { stdout } = await execute(
    process.execPath,
    ["--input-type=module", "-e", PROGRAM, ...urls],
    {
      env: {
        PATH: process.env["PATH"],
        ...(authority && { NODE_EXTRA_CA_CERTS: authority }),
      },
    },
  );
  return JSON.parse(stdout);
}

it("is verified by Redis and PostgreSQL clients, with an authority of NODE_EXTRA_CA_CERTS or of the URL", async () => {
  const { authority, certificate, key } = makeCertificates();
  const tlsPort = String(await freePort());
  const [redis, postgres] = await Promise.all([
    startRedis({
      settings: {
        "tls-port": tlsPort,
        "tls-cert-file": certificate,
        "tls-key-file": key,
        "tls-ca-cert-file": authority,
        "tls-auth-clients": "no",
      },
    }),
    startPostgres({ settings: { ssl: "on", ssl_cert_file: certificate, ssl_key_file: key } }),
  ]);
  onTestFinished(async () => void (await Promise.all([redis.stop(), postgres.stop()])));
  const rediss = `rediss://127.0.0.1:${tlsPort}`;
  const verified = `${postgres.url}?sslmode=verify-full`;
  const urls = [rediss, verified];
  const named = `${verified}&sslrootcert=${authority}`;
  const stranger = /self.signed certificate|unable to (?:get|verify)/;
  const mismatch = expect.stringMatching(/does not match certificate/) as unknown;
  const refused = expect.stringMatching(stranger) as unknown;
  const byName = urls.map((url) => url.replace("127.0.0.1", "localhost"));
  const [known, unknown, wrong] = await Promise.all([
    connect([...urls, ...byName], authority),
    connect([...urls, named]),
    connect(urls, makeCertificates().authority),
  ]);
  expect(known).toEqual(["TLS", "TLS", mismatch, mismatch]);
  expect(unknown).toEqual([refused, refused, "TLS"]);
  expect(wrong).toEqual([refused, refused]);
});
