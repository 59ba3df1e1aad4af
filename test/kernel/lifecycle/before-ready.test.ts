/** A server answers from the moment it listens: while its checks run, and before the router is loaded. */
import { expect, it, onTestFinished } from "vitest";
import preset from "waymark/preset";
import { startServer } from "waymark/server";
import { boot } from "../../../kernel/boot/boot.ts";
import { NO_CONFIG } from "../../_setup.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Starts a server whose checks go on until `finish` is called. */
async function startHeld() {
  const plugins = { "access-log": false, store: { file: ":memory:" } };
  const overrides = { host: "127.0.0.1", port: 0, plugins };
  const booted = await boot({ ...NO_CONFIG, preset, overrides, validateLater: true });
  const listening = Promise.withResolvers<string>();
  const checked = Promise.withResolvers<void>();
  const starting = startServer(
    {
      ...booted,
      listeningAt(origin) {
        booted.listeningAt(origin);
        listening.resolve(origin);
      },
      validate: () => checked.promise,
    },
    { log: silent },
  );
  onTestFinished(async () => {
    checked.resolve();
    await (await starting).close();
  });
  return { origin: await listening.promise, finish: checked.resolve, starting };
}

it.each([
  ["an exact path", "GET", "/api/ping", 200],
  ["a path with parameters", "GET", "/api/offices/lisboa", 200],
  ["an unknown path", "GET", "/api/nothing", 404],
  ["a write", "POST", "/api/brains", 405],
  ["options", "OPTIONS", "/api/brains", 204],
])("answers %s first", async (_name, method, path, status) => {
  const { origin } = await startHeld();
  expect((await fetch(`${origin}${path}`, { method })).status).toBe(status);
});

it("is ready once its checks have found nothing", async () => {
  const { origin, finish, starting } = await startHeld();
  expect((await fetch(`${origin}/api/ready`)).status).toBe(503);
  finish();
  await starting;
  expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
});

it("answers many requests that wait for the router alike", async () => {
  const { origin } = await startHeld();
  const paths = Array.from(
    { length: 20 },
    (_, at) => `${origin}/api/offices/lisboa?fields=id&n=${at}`,
  );
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(path)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});
