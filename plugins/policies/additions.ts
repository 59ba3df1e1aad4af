import type { Field, View } from "waymark";

/**
 * A list header (RFC 9110, section 5.6.1) of its owner's members and what others added: fixed when all of it is, else a
 * slot; absent when it has no members.
 */
export function listField(own: readonly string[], added: ReturnType<View["added"]>): Field {
  const members = [...own, ...added];
  if (members.every((member) => typeof member === "string")) return join(members);
  return (call, reply) =>
    join(members.map((member) => (typeof member === "string" ? member : member(call, reply))));
}

function join(members: readonly (string | undefined)[]): string | undefined {
  const present = members.filter((member) => member !== undefined);
  return present.length === 0 ? undefined : present.join(", ");
}
