/** Some of the hostile requests of `node test/hostile/fuzz.ts`, others in each run. */
import { expect, it, onTestFinished } from "vitest";
import { createTestServer } from "waymark/testing";
import { recordingLog } from "../_setup.ts";
import { fuzz } from "./fuzz.ts";

const REQUESTS = 3000;

it(`${REQUESTS} hostile requests are answered without a failure of ours (E)`, async () => {
  const { log, lines } = recordingLog();
  const server = await createTestServer({
    log,
    config: { plugins: { "rate-limit": { limit: 1_000_000 } } },
  });
  onTestFinished(() => server.close());
  const seed = Date.now() % 1e9;
  const { statuses, failures } = await fuzz(server, { requests: REQUESTS, seed });
  expect(failures, `seed ${seed}`).toEqual([]);
  expect(
    lines.filter(({ level }) => level === "error"),
    `seed ${seed}`,
  ).toEqual([]);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "400", "404"]));
});
