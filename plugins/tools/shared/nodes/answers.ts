/** The law of answers: with the same data, every node has the same answers for caches, to the byte. */
import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, NodeCase, NodesContext, ServiceNode, Violation } from "../policy-tests.ts";
import { OK, testLaw } from "../violation.ts";

/** Number of tries, as data may have changed between the answers of the nodes, and the pause after each. */
const TRIES = 8;
const PAUSE_MS = 300;

export function answersCase({ operations, nodes }: NodesContext): NodeCase {
  const targets = operations
    .filter(({ route: { method, kind } }) => method === "GET" && kind !== "stream")
    .map(({ target, route: { ref } }) => [target, ref] as const);
  return testLaw(
    "nodes: answers",
    "every node has the same entity tags and bodies, wherever caches may keep them",
    async () =>
      (
        await Array.fromAsync(new Map(targets), ([target, ref]) => differences(target, ref, nodes))
      ).flat(),
  );
}

async function differences(
  target: string,
  ref: string,
  nodes: readonly ServiceNode[],
): Promise<readonly Violation[]> {
  for (let tries = 1; ; tries++) {
    const answers = await Promise.all(
      nodes.map(async ({ origin, ask }) => ({ origin, answer: await ask(target) })),
    );
    const [first, ...others] = answers;
    if (first === undefined || !mayBeKept(first.answer)) return OK;
    const expected = textOf(first.answer);
    const other = others.find(({ answer }) => textOf(answer) !== expected);
    if (other === undefined) return OK;
    if (tries === TRIES) {
      const namesNode = answers.some(({ origin, answer }) => answer.body.includes(origin));
      return [
        {
          expected: `GET ${target} as from ${first.origin}: ${expected}`,
          received: `${textOf(other.answer)} from ${other.origin}`,
          hint: namesNode ? "set baseUrl to the address of the service" : `waymark explain ${ref}`,
        },
      ];
    }
    await sleep(PAUSE_MS);
  }
}

/** Checks that caches may keep the answer (RFC 9111, section 3). */
function mayBeKept({ headers }: Answer): boolean {
  const { "cache-control": control, etag } = headers;
  return (control !== undefined || etag !== undefined) && control?.includes("no-store") !== true;
}

function textOf({ status, headers, body }: Answer): string {
  const { etag = "none", "content-type": type = "none", location = "" } = headers;
  const length = `${body.byteLength} bytes`;
  return `${status} ${location} ETag ${etag}, ${type}, ${length} ${hash("sha256", body).slice(0, 12)}`;
}
