/** The difference between two states of a resource, member by member. */
import { el } from "./dom.ts";

type Values = Readonly<Record<string, unknown>>;

/** Returns the members that differ, each with its value before and after; undefined if none does. */
export function changeList(before: Values, after: Values): HTMLElement | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return undefined;
  const rows = names.map((name) => {
    const values = [el("del", {}, textOf(before[name])), " → ", el("ins", {}, textOf(after[name]))];
    return el("div", {}, el("dt", {}, name), el("dd", {}, ...values));
  });
  return el("dl", { class: "kv changes" }, ...rows);
}

/** Returns a value as people read it. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
