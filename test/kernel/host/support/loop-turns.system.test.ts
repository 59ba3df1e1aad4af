import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { LoopTurns } from "../../../../kernel/host/support/loop-turns.ts";
import { startNode } from "../../../engines/node.ts";

/** Holds the loop for longer than a turn has. */
function hold(): void {
  for (const end = performance.now() + 5; performance.now() < end;);
}

it("S4: what a caller asks for beyond a turn of the loop waits, and another caller begins at once", async () => {
  const loop = new LoopTurns();
  const begun: string[] = [];
  const work = (owner: string) => {
    const turn = loop.wait(() => owner);
    const begin = () => {
      begun.push(owner);
      hold();
    };
    if (turn === undefined) begin();
    else void turn.then(begin);
  };
  await nextTurn();
  for (let count = 0; count < 20; count++) work("busy");
  expect(begun).toEqual(["busy", "busy"]); // in the time of the turn, and as one that had none since
  work("other");
  expect(begun).toEqual(["busy", "busy", "other"]);
  expect(loop.waiting).toBe(18);
  work("other");
  work("other");
  await nextTurn();
  await nextTurn();
  await nextTurn();
  await nextTurn();
  // The others take turns, one in each.
  expect(begun.length).toBeLessThan(10);
  expect(begun.filter((owner) => owner === "other")).toHaveLength(3);
  while (begun.length < 23) await nextTurn();
  await nextTurn();
  expect(loop.wait(() => "busy")).toBeUndefined();
});

it("S4: a caller that has begun in a turn waits again while others do", async () => {
  const loop = new LoopTurns();
  await nextTurn();
  expect(loop.wait(() => "busy")).toBeUndefined();
  hold();
  const turns = ["busy", "busy", "busy", "other", "other"].map((owner) => loop.wait(() => owner));
  expect(turns.map((turn) => turn === undefined)).toEqual([true, false, false, true, false]);
  const again = await turns[4]?.then(() => ({ turn: loop.wait(() => "other") }));
  expect(again?.turn).toBeInstanceOf(Promise);
});

it("S4: a hundred requests of one caller that hold the loop are not answered before another's", async () => {
  const plugin = join(import.meta.dirname, "../../../fixtures/holds-loop.ts");
  const node = await startNode({ trustedProxies: ["127.0.0.1"], plugins: { [plugin]: true } });
  const agents = [100, 1].map((maxSockets) => new Agent({ keepAlive: true, maxSockets }));
  onTestFinished(async () => {
    for (const agent of agents) agent.destroy();
    await node.stop();
  });
  const [many, one] = agents;
  const ask = async (agent: Agent | undefined, from: string, path: string) => {
    const headers = { "x-forwarded-for": from };
    const asked = get(`${node.url}${path}`, { headers, ...(agent && { agent }) });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    for await (const _ of answer);
    return answer.statusCode;
  };
  const askMany = (path: string) => Array.from({ length: 100 }, () => ask(many, "192.0.2.1", path));
  // All connections are open before the requests come.
  await Promise.all([...askMany("/api/ping"), ask(one, "192.0.2.2", "/api/ping")]);
  let answered = 0;
  const held = askMany("/api/hold").map(async (answer) => {
    expect(await answer).toBe(200);
    answered++;
  });
  expect(await ask(one, "192.0.2.2", "/api/ping")).toBe(200);
  expect(answered).toBeLessThan(20);
  await Promise.all(held);
});
