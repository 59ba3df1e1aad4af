/** Conformance between nodes: all answer a key that one has answered; a key sent to all at once has one effect. */
import { randomUUID } from "node:crypto";
import {
  headerIs,
  readError,
  same,
  statusIs,
  type Answer,
  type NodesContext,
  type Operation,
  type Violation,
} from "waymark/conformance";

/** The names of the headers. */
interface Names {
  readonly headerName: string;
  readonly replayedHeaderName: string;
}

/** @param isKept whether an answer is repeated. */
export async function sharesKeys(
  operation: Operation,
  { nodes }: NodesContext,
  { headerName, replayedHeaderName }: Names,
  isKept: (answer: Answer) => boolean,
): Promise<readonly Violation[]> {
  const {
    route: { method },
    target,
    sample: { request },
  } = operation;
  const sender = () => {
    const key = { [headerName.toLowerCase()]: `"${randomUUID()}"` };
    const question = { ...request, method, headers: { ...request?.headers, ...key } };
    return (node: (typeof nodes)[number]) => node.ask(target, question);
  };

  const [first, ...others] = nodes;
  if (first === undefined) return [];
  const violations: Violation[] = [];
  const send = sender();
  const answer = await send(first);
  if (!isKept(answer)) return [];
  for (const node of others) {
    const again = await send(node);
    violations.push(
      ...headerIs(again, replayedHeaderName, "true"),
      ...statusIs(again, answer.status),
      ...headerIs(again, "Location", answer.headers["location"]),
      // A refusal names its request.
      ...(answer.status < 400
        ? same(`the body of ${first.origin}`, String(again.body), String(answer.body))
        : []),
    );
  }

  const atOnce = await Promise.all(nodes.map(sender()));
  const answered = atOnce.filter(
    (one) =>
      one.headers[replayedHeaderName.toLowerCase()] === undefined &&
      readError(one)["code"] !== "idempotency-in-progress",
  );
  const count = answered.filter(isKept).length;
  return [...violations, ...same(`effects of one key of ${target} at all nodes`, count, 1)];
}
