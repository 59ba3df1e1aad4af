/** `waymark check --plugin ID` and `--path /x`: the checks of the chosen routes, and of nothing else. */
import { expect, it, onTestFinished } from "vitest";
import type { Plugin } from "waymark";
import { createTestServer } from "waymark/testing";
import { folderOf } from "../../../_folder.ts";
import { waymark } from "../../../kernel/cli/_run.ts";

const route = (path: string) =>
  `{ method: "GET", path: "${path}", summary: "Read.", cache: "no-store", text: { mediaType: "text/plain" } }`;

/** Maps answer as declared; what else there is does not. */
const PLUGINS = `[
  {
    id: "maps",
    summary: "Serves maps.",
    routes: { map: ${route("/map")}, legend: ${route("/map/legend")}, scale: ${route("/scale")} },
    handlers: () => ({ map: () => "a map", legend: () => "a legend", scale: () => "1:100" }),
  },
  {
    id: "broken",
    summary: "Fails.",
    routes: { fail: ${route("/broken")} },
    handlers: () => ({ fail: () => { throw new Error("no"); } }),
  },
  { id: "quiet", summary: "Has no routes." },
  { id: "asleep", summary: "Is off.", routes: { nap: ${route("/nap")} }, handlers: () => ({ nap: () => "" }) },
]`;

const FILES = {
  "waymark.config.yaml": "preset: ./preset.mjs\nplugins: { asleep: false }\n",
  "preset.mjs": `export default ${PLUGINS};`,
};

const check = (...args: readonly string[]) =>
  waymark(folderOf(FILES), ["check", ...args], { WAYMARK_CONFIG: "waymark.config.yaml" });

it.each([
  ["--plugin=maps", 3, 1],
  ["--path=/map", 1, 3],
  ["--path=/map --path=/scale", 2, 2],
])("%s checks %i operations, and leaves out %i", async (args, chosen, leftOut) => {
  const { status, stdout, stderr } = await check(...args.split(" "));
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [first, last] = stdout.split("\n");
  expect(first).toMatch(
    new RegExp(`^left out  ${leftOut} operations?, the server as a whole, and the use of limits:`),
  );
  expect(last).toMatch(new RegExp(`^conforms: ${chosen} operations?, `));
});

it("a route that does not answer as declared is found", async () => {
  const { status, stdout } = await check("--plugin=broken");
  expect(status).toBe(1);
  expect(stdout).toContain("FAIL  GET /broken  [answer]  expected status 200");
});

it("a running server is asked for the chosen routes alone", async () => {
  const asked = new Set<string>();
  const { default: preset } = (await import(
    `data:text/javascript,${encodeURIComponent(FILES["preset.mjs"])}`
  )) as { readonly default: readonly Plugin[] };
  const recording = ({ routes = {}, ...plugin }: Plugin): Plugin => {
    const handlers = Object.keys(routes).map((id) => [id, () => (asked.add(id), id)]);
    return { ...plugin, routes, handlers: () => Object.fromEntries(handlers) };
  };
  const plugins = preset.map(recording);
  const server = await createTestServer({ plugins, config: { plugins: { asleep: false } } });
  onTestFinished(() => server.close());
  const { status } = await check("--plugin=maps", `--url=${server.origin}`);
  expect({ status, asked }).toEqual({ status: 0, asked: new Set(["map", "legend", "scale"]) });
});

it.each([
  ["--plugin=mapz", 'no plugin has the id "mapz"\n  hint: did you mean "maps"?'],
  ["--plugin=nothing", 'no plugin has the id "nothing"\n  hint: list the names: waymark plugins'],
  ["--plugin=quiet", "--plugin: quiet has no routes"],
  ["--plugin=asleep", "--plugin: asleep is off"],
  ["--path=/mop", 'no route is at "/mop"\n  hint: did you mean "/map"?'],
  ["--plugin=maps --node=http://127.0.0.1:1 --node=http://127.0.0.1:2", "choose routes of one"],
])("%s is a mistake of the caller", async (args, message) => {
  const { status, stderr } = await check(...args.split(" "));
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
