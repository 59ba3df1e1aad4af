/** Config files that say nothing sensible: each ends in a finding that names file, place, what was received and a way out. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { BootError } from "../../../../kernel/host/support/boot-errors.ts";
import { loadConfig } from "../../../../kernel/host/config/config.ts";
import { folderOf } from "../../../_folder.ts";
import { processorMs } from "../../../_setup.ts";

let cwd = "";
beforeEach(() => void (cwd = folderOf()));

/** Seven lists, each of nine aliases of the one before: 43 million values from 150 bytes. */
const BOMB = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ...["ab", "bc", "cd", "de", "ef", "fg", "gh"].map(
    ([from, to]) => `${to}: &${to} [${Array(9).fill(`*${from}`).join(",")}]`,
  ),
].join("\n");

const UNREADABLE = "CONFIG_UNREADABLE";
const INVALID = "CONFIG_INVALID";
const UNKNOWN = "CONFIG_KEY_UNKNOWN";

type Row = readonly [what: string, text: string, code: string, message: RegExp, hint: RegExp];

async function refuses(name: string, [, text, code, message, hint]: Row): Promise<void> {
  writeFileSync(join(cwd, name), text);
  let error: unknown;
  const spent = await processorMs(async () => {
    error = await boot({ cwd, env: {} }).catch((thrown: unknown) => thrown);
  });
  if (!(error instanceof BootError)) throw new Error(`no finding: ${String(error)}`);
  const [finding, ...others] = error.findings;
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    code,
    where: expect.stringContaining(name),
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
  // The place is one in the file, not in the code that read it.
  expect(finding?.message).not.toMatch(/\.ts:\d/);
  expect(spent).toBeLessThan(1000);
}

describe("a YAML file is refused with", () => {
  it.each<Row>([
    ["a list", "- a\n- b\n", INVALID, /must be an object; received \["a","b"\]/, /port: 3000/],
    ["a text", "just text\n", INVALID, /received "just text"/, /port: 3000/],
    ["a number", "42\n", INVALID, /received 42/, /port: 3000/],
    ["a key twice", "port: 1\nport: 2\n", UNREADABLE, /duplicated.*line 2, column 1/, /correct/],
    ["a tab", "plugins:\n\tcors: false\n", UNREADABLE, /Tabs.*line 2, column 1/, /correct/],
    [
      "crooked indentation",
      "port: 1\n  host: x\n",
      UNREADABLE,
      /indentation at line 1, column 7/,
      /correct/,
    ],
    ["an open quote", "service: 'open\n", UNREADABLE, /closing 'quote at line 2/, /correct/],
    ["a tag", "service: !!js/function x\n", UNREADABLE, /tag.*js\/function at line 1/, /correct/],
    ["an alias of nothing", "service: *x\n", UNREADABLE, /alias "x".*line 1/, /correct/],
    ["two documents", "port: 1\n---\nport: 2\n", UNREADABLE, /single document/, /correct/],
    ["an alias bomb", BOMB, UNREADABLE, /aliases.*more than 100,000 values/, /correct/],
    ["a value within itself", "plugins: &a\n  x: *a\n", UNREADABLE, /contains itself/, /correct/],
    ["a pit", `a: ${"[".repeat(10_000)}`, UNREADABLE, /nested too deeply/, /correct/],
    ["a number for a plugin", "plugins:\n  cors: 7\n", INVALID, /received 7/, /cors: false/],
    ["a word for a plugin", "plugins:\n  cors: yes\n", INVALID, /received a text$/, /cors: true/],
    ["nothing for a plugin", "plugins:\n  cors:\n", INVALID, /received null/, /cors: true/],
    [
      "a list of plugins (C1)",
      "plugins: [cors]\n",
      INVALID,
      /^plugins has a key for each plugin; received \["cors"\]$/,
      /^write plugins: \{ cors: true \}/,
    ],
    ["a number for a text", "version: 1.0\n", INVALID, /received 1/, /"1\.4\.0"/],
    ["an unknown key", "colour: red\n", UNKNOWN, /no key "colour" here$/, /available: /],
    ["a key in other case", "Port: 3001\n", UNKNOWN, /no key "Port"/, /did you mean "port"/],
    ["a number for a key", "1: 2\n", UNKNOWN, /no key "1" here$/, /available: /],
  ])("%s", (...row) => refuses("waymark.config.yaml", row));
});

describe("a JSON file is refused with", () => {
  it.each<Row>([
    ["nothing", "", UNREADABLE, /the file is empty/, /correct/],
    ["a list", "[]", INVALID, /received \[\]/, /port: 3000/],
    ["a comma too many", '{\n"port":1,\n}', UNREADABLE, /line 3,? column 1/, /correct/],
    ["a comment", "// why\n{}", UNREADABLE, /Unexpected token '\/'.*is not valid JSON/, /correct/],
    ["a key twice", '{"port":1,\n"port":2}', UNREADABLE, /duplicated.*line 2, column 1/, /correct/],
    [
      "a key twice below",
      '{"plugins":{"cors":true,\n\t"cors":false}}',
      UNREADABLE,
      /duplicated.*line 2/,
      /correct/,
    ],
  ])("%s", (...row) => refuses("waymark.config.json", row));
});

describe("a file in another form is not passed over", () => {
  it.each(["toml", "json5", "jsonc", "cjs", "mts"])("waymark.config.%s", (ending) =>
    refuses(`waymark.config.${ending}`, [
      ending,
      "port = 3001\nwhen = 1979-05-27\n",
      UNREADABLE,
      new RegExp(`ends in \\.yaml, .*; received \\.${ending}$`),
      /in one of these forms/,
    ]),
  );

  it("beside one that is read", async () => {
    for (const ending of ["yaml", "toml"]) writeFileSync(join(cwd, `waymark.config.${ending}`), "");
    const { findings } = await loadConfig({ cwd, env: {} });
    expect(findings).toMatchObject([
      { code: "CONFIG_AMBIGUOUS", where: "waymark.config.yaml, waymark.config.toml" },
    ]);
  });
});

describe("is read all the same", () => {
  it.each([
    ["yaml", "an empty file", "", 3000],
    ["yaml", "blank lines", "   \n\t\n", 3000],
    ["yaml", "null", "null\n", 3000],
    ["yaml", "a byte order mark and CRLF", "\ufeffport: 3001\r\nservice: atlas\r\n", 3001],
    ["yaml", "an alias", "port: &p 3001\nplugins: { rate-limit: { limit: *p } }\n", 3001],
    ["yaml", "a date, which is a text", "port: 3001\nversion: 2020-01-01\n", 3001],
    ["yaml", "a merge key", "<<: { port: 3001 }\n", 3001],
    ["yaml", "a hexadecimal number", "port: 0xbb9\n", 3001],
    ["json", "a byte order mark and CRLF", '\ufeff{\r\n"port": 3001\r\n}', 3001],
    ["json", "null", "null", 3000],
    ["mjs", "a function", "export default () => ({ port: 3001 })", 3001],
  ])("%s: %s", async (ending, _what, text, port) => {
    writeFileSync(join(cwd, `waymark.config.${ending}`), text);
    const { config, findings } = await loadConfig({ cwd, env: {} });
    expect(findings).toEqual([]);
    expect(config.port).toBe(port);
  });
});
