/**
 * Requests per second and processor time per request, as ratios to bare node:http in the same run: interleaved rounds, a
 * fresh process per sample, server and load generator on different cores where taskset is to be had. Needs wrk.
 *
 * Usage: npm run bench [-- rounds=5 seconds=3]
 */
import { execFileSync, fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createTestServer } from "waymark/testing";

const settings = {
  rounds: 5,
  seconds: 3,
  ...Object.fromEntries(process.argv.slice(2).map((arg) => arg.split("="))),
};
const PATH = "/api/offices";

interface Contender {
  readonly name: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Sample {
  readonly requestsPerSecond: number;
  readonly microseconds: number;
}

/** One answer as Waymark sends it, for the bare server to send too. */
async function capture(): Promise<{ headers: string[]; body: string; etag: string }> {
  const server = await createTestServer({ config: { plugins: { "access-log": { sample: 0 } } } });
  const asked = request(`${server.origin}${PATH}`, { agent: false }).end();
  const [answer] = await once(asked, "response");
  let body = "";
  for await (const chunk of answer) body += chunk;
  await server.close();
  const headers = (answer.rawHeaders as string[]).filter(
    (_, i, all) =>
      !["connection", "keep-alive", "date"].includes((all[i - (i % 2)] ?? "").toLowerCase()),
  );
  return { headers, body, etag: answer.headers.etag };
}

function onCore(core: number, command: string, args: readonly string[]): [string, string[]] {
  const pinned = spawnSync("taskset", ["-c", String(core), "true"]).status === 0;
  return pinned ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]];
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ cpuMicroseconds }] = await once(child, "message");
  return cpuMicroseconds;
}

function load(
  port: number,
  seconds: number,
  headers: readonly string[],
): { requests: number; rps: number } {
  const [command, args] = onCore(1, "wrk", [
    "-t1",
    "-c64",
    `-d${seconds}s`,
    ...headers.flatMap((h) => ["-H", h]),
    `http://127.0.0.1:${port}${PATH}`,
  ]);
  const out = execFileSync(command, args, { encoding: "utf8" });
  if (/Non-2xx/.test(out) && headers.length === 0) throw new Error(`unexpected statuses:\n${out}`);
  const requests = Number(/(\d+) requests in/.exec(out)?.[1]);
  return { requests, rps: Number(/Requests\/sec:\s*([\d.]+)/.exec(out)?.[1]) };
}

async function sample({ script, env }: Contender, headers: readonly string[]): Promise<Sample> {
  const [execPath, execArgv] = onCore(0, process.execPath, []);
  const child = fork(new URL(script, import.meta.url), {
    execPath,
    execArgv,
    env: { ...process.env, ...env },
  });
  const [{ port }] = await once(child, "message");
  load(port, 1, headers);
  const before = await cpuOf(child);
  const { requests, rps } = load(port, settings.seconds, headers);
  const used = (await cpuOf(child)) - before;
  child.kill();
  return { requestsPerSecond: rps, microseconds: used / requests };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const answer = await capture();
const contenders: readonly Contender[] = [
  { name: "bare node:http", script: "./bare.ts", env: { ANSWER: JSON.stringify(answer) } },
  {
    name: "bare node:http, tuned",
    script: "./bare.ts",
    env: { ANSWER: JSON.stringify(answer), TUNED: "1" },
  },
  { name: "Waymark, lane", script: "./waymark.ts", env: {} },
  { name: "Waymark, h3 only", script: "./waymark.ts", env: { LANE: "off" } },
];

for (const [work, headers] of [
  ["200 with all headers", []],
  ["304", [`If-None-Match: ${answer.etag}`]],
] as const) {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < settings.rounds; round++) {
    for (const contender of contenders)
      samples.get(contender.name)?.push(await sample(contender, headers));
  }
  const bare = samples.get("bare node:http") ?? [];
  const rows = [...samples].map(([name, of]) => {
    const ratios = of.map(
      ({ requestsPerSecond }, i) => requestsPerSecond / (bare[i]?.requestsPerSecond ?? Number.NaN),
    );
    return {
      contender: name,
      "requests/s": Math.round(median(of.map((s) => s.requestsPerSecond))),
      ratio: median(ratios).toFixed(2),
      range: `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`,
      "CPU µs/request": median(of.map((s) => s.microseconds)).toFixed(1),
    };
  });
  process.stdout.write(`\nGET ${PATH}: ${work}\n`);
  console.table(rows);
}
