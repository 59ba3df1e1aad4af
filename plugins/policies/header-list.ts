import type { Call, Reply } from "waymark";
import type { BodySlot, Field, HeaderView } from "waymark/advanced";

type Member = string | BodySlot | ReturnType<HeaderView["contributed"]>[number];

/**
 * Makes a list header (RFC 9110, section 5.6.1) of the owner's members and those that other policies add. It is fixed
 * when all members are, else a slot of the narrowest kind, and absent without members.
 */
export function listField(
  own: readonly Member[],
  added: ReturnType<HeaderView["contributed"]>,
): Field {
  const members: readonly Member[] = [...own, ...added];
  if (members.every((member) => typeof member === "string")) return join(members);
  if (!members.some((member) => typeof member === "function")) {
    return { ofBody: (reply) => join(members.map((member) => valueOf(member, reply))) };
  }
  return (call, reply) => join(members.map((member) => valueOf(member, reply, call)));
}

export function valueOf(member: Member, reply: Reply, call?: Call): string | undefined {
  if (typeof member === "string") return member;
  if (typeof member === "object") return member.ofBody(reply);
  return call && member(call, reply);
}

function join(members: readonly (string | undefined)[]): string | undefined {
  const present = members.filter((member) => member !== undefined);
  return present.length === 0 ? undefined : present.join(", ");
}
