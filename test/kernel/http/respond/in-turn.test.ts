import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Call } from "waymark";
import { andThenInTurn } from "../../../../kernel/http/respond/in-turn.ts";

it("S4: what many requests of one caller have waited for comes in turns, so that others come between", async () => {
  const begun: string[] = [];
  const arrived = Promise.resolve();
  const answer = (client: string) =>
    andThenInTurn({ client } as Call, arrived, () => {
      begun.push(client);
      for (const end = performance.now() + 5; performance.now() < end;);
    });
  await nextTurn();
  const all = [...Array<string>(20).fill("192.0.2.1"), "192.0.2.2"].map(answer);
  await Promise.all(all);
  expect(begun).toHaveLength(21);
  expect(begun.indexOf("192.0.2.2")).toBeLessThan(5);
  // Nothing is waited for where the value is there.
  expect(andThenInTurn({ client: "192.0.2.1" } as Call, 1, (value) => value + 1)).toBe(2);
});
