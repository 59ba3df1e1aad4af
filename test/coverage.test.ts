/** The tables of test/README.md name, for each law, a test that is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Law, file and title of each row. */
const rows = [
  ...readFileSync(join(import.meta.dirname, "README.md"), "utf8").matchAll(
    /^\| (.+) \| `([^`]+\.test\.ts)` \| (.+) \|$/gm,
  ),
].map(([, law = "", file = "", title = ""]) => ({ law, file, title }));

it("each law has a test", () => {
  expect(rows.length).toBeGreaterThan(150);
  const missing = rows.filter(({ file, title }) => {
    const path = join(import.meta.dirname, file);
    return !existsSync(path) || !readFileSync(path, "utf8").includes(title);
  });
  expect(missing).toEqual([]);
});

it("no law stands twice", () => {
  const laws = rows.map(({ law }) => law);
  expect(laws.filter((law, index) => laws.indexOf(law) !== index)).toEqual([]);
});
