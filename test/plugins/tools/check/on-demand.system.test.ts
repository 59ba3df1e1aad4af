/** Conformance tests, and the room that runs them, are loaded when a check begins, never by a start. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** Counts the modules of conformance tests among all that are loaded. */
const HOOK = `
  import { registerHooks } from "node:module";
  const asking = new Set();
  registerHooks({
    load(url, context, next) {
      if (/\\/kernel\\/check\\/|\\/plugins\\/.*conformance/.test(url)) asking.add(url);
      return next(url, context);
    },
  });
  process.on("exit", () => console.log(asking.size));
`;
const START = `
  const { createTestServer } = await import("waymark/testing");
  const server = await createTestServer();
  for (const path of ["/api/brains", "/api/hsts", "/openapi.json"]) await server.request(path);
  await server.close();
`;
const LOAD = `
  const { default: preset } = await import("waymark/preset");
  for (const { policies = [] } of preset) for (const { conformance } of policies) await conformance?.();
`;

it.each([
  ["a service that answers loads none", START, /^0\n$/],
  ["a check loads them", LOAD, /^[1-9]\d*\n$/],
])("%s", (_name, script, expected) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", `${HOOK}\n${script}`],
    { encoding: "utf8" },
  );
  expect({ stderr, stdout }).toEqual({ stderr: "", stdout: expect.stringMatching(expected) });
});
