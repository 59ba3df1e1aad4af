/** Members that handlers return and no answer has, because no schema declares them: only the log names them. */
import type { LogLine } from "waymark/advanced";
import { type Operation, REMOVED_MEMBER, type Violation } from "waymark/tools";

/** A line of the server's log. */
export type LoggedLine = Pick<LogLine, "message" | "fields">;

export function removedMembers(
  { route }: Operation,
  logged: readonly LoggedLine[] = [],
): readonly Violation[] {
  return logged
    .filter(({ message, fields }) => message === REMOVED_MEMBER && fields["route"] === route.ref)
    .map(({ fields }) => ({
      expected: "only members that its schema declares",
      received: `${String(fields["member"])}, which is not sent`,
      hint: "declare the member in the schema, or leave it out of what the handler returns",
    }));
}
