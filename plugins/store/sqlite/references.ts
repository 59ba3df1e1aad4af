/**
 * References between tables in SQLite. Triggers, and not its foreign keys: those cannot be added to a table that exists, hold
 * only for connections that ask for them, and do not say which one was broken.
 */
import { ReferenceViolation } from "waymark/services";
import type { Dialect, ReferenceNames } from "../database.ts";

/** Begins the message of the triggers. Names have no blanks in them. */
const MARK = "waymark_reference";
const EVENTS = ["insert", "update", "remove", "rename"] as const;

const triggerOf = ({ table, field, target }: ReferenceNames, event: string): string =>
  `"${table}_${field}_${target}_${event}"`;

/** Returns triggers after each change, so that rows may refer to themselves. */
export function createReference(
  names: Parameters<Dialect["createReference"]>[0],
): readonly string[] {
  const { table, field: name, target, targetKey } = names;
  const refuse = (reason: ReferenceViolation["reason"]) =>
    `begin select raise(abort, '${MARK} ${table} ${name} ${target} ${reason}'); end`;
  const field = `"${name}"`;
  const isLost = `new.${field} is not null and not exists (select 1 from "${target}" where "${targetKey}" = new.${field})`;
  const isUsed = `exists (select 1 from "${table}" where ${field} = old."${targetKey}")`;
  const lost = `when ${isLost} ${refuse("no-target")}`;
  const isRenamed = `new."${targetKey}" <> old."${targetKey}"`;
  return [
    `create trigger ${triggerOf(names, "insert")} after insert on "${table}" ${lost}`,
    `create trigger ${triggerOf(names, "update")} after update of ${field} on "${table}" ${lost}`,
    `create trigger ${triggerOf(names, "remove")} after delete on "${target}" when ${isUsed} ${refuse("still-referenced")}`,
    `create trigger ${triggerOf(names, "rename")} after update of "${targetKey}" on "${target}" when ${isRenamed} and ${isUsed} ${refuse("still-referenced")}`,
  ];
}

export function dropReference(names: ReferenceNames): readonly string[] {
  return EVENTS.map((event) => `drop trigger if exists ${triggerOf(names, event)}`);
}

/** Returns the failure that a trigger has reported; undefined for all else. */
export function referenceViolation(error: unknown): ReferenceViolation | undefined {
  const [mark, table = "", field = "", target = "", reason] = String(Object(error).message).split(
    " ",
  );
  if (mark !== MARK) return undefined;
  const isLost = reason === "no-target";
  return new ReferenceViolation(
    { table, field, target },
    isLost ? "no-target" : "still-referenced",
    { cause: error },
  );
}
