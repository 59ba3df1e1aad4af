/** The case of resources whose rows belong to principals: two of them send the same body. */
import { Tables } from "waymark/services";
import type { Operation, Question, Violation } from "../policy-tests.ts";
import { operationName, refusalsOf, type RouteCheckContext } from "../context.ts";
import { errorCode } from "../read.ts";
import { make, remove, type Ask } from "../scratch.ts";
import { expectThat, OK, statusIs } from "../violation.ts";

/** An address that no other request of a check has (RFC 5737), and so a principal of its own. */
const OTHER = "192.0.2.77";

/** Checks that the plugin of a route that makes resources has a table with an owner. */
export function isOwned({ route }: Operation, { registry, target }: RouteCheckContext): boolean {
  const { method, creates, plugin } = route;
  const isMade = target.exclusive && method === "POST" && creates !== undefined;
  return (
    isMade &&
    registry.of(Tables).some((table) => table.plugin === plugin && table.owner !== undefined)
  );
}

/** The second principal makes a resource of its own, or is refused as declared; the report says what a rule saw. */
export async function twoPrincipals(
  operation: Operation,
  context: RouteCheckContext,
): Promise<readonly Violation[]> {
  const { route, path, askAt } = operation;
  let sent: Question = {};
  const ask: Ask = (target, question = {}) => {
    sent = question;
    return askAt(target, question);
  };
  const made = await make(context.registry, route, path, ask);
  if (made.missing !== undefined) return OK; // a violation of another case
  const second = await askAt(path, { ...sent, client: OTHER });
  const location = second.headers["location"]?.replace(/^https?:\/\/[^/]+/, "");
  const isMade = second.status === 201;
  const answer = isMade ? "201" : `${second.status} (${errorCode(second) ?? "without a code"})`;
  const seen = isMade ? "the rows of its caller alone" : "the rows of all callers";
  context.note(
    `${operationName(route)}: two principals sent the same body, and received 201 and ${answer}: its rule saw ${seen}`,
  );
  if (isMade && location !== undefined)
    await remove(location, {
      ...context,
      ask: (at, how) => context.ask(at, { ...how, client: OTHER }),
    });
  await remove(made.path, context);
  return [
    ...statusIs(second, 201, ...refusalsOf(route, context)),
    ...expectThat(
      !isMade || location !== made.path,
      "a resource of its own for each principal",
      `${location} for both`,
    ),
  ];
}
