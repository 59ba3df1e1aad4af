/** Tables at a terminal. */
import { expect, it } from "vitest";
import { table } from "../../../kernel/cli/table.ts";

it("S17: codes of terminals and of the direction of text are not printed", () => {
  expect(
    table([
      ["ID", "URL"],
      ["1", "https://a.example/\u001b[2J\u009b1m\u202e"],
    ]),
  ).toBe("ID  URL\n1   https://a.example/\uFFFD[2J\uFFFD1m\uFFFD");
});
