/** Other values that fit a schema, made from a fitting value: so that a resource can be made again, or changed. */
import type { Schema } from "waymark";
import { asObject } from "./read.ts";
import { fits } from "./sample.ts";

/** Changes one member or several of the value, all in the same way. `names` are tried as they are, and `nth` counts. */
export function vary(
  schema: Schema,
  value: unknown,
  names: readonly string[],
  nth: number,
): Readonly<Record<string, unknown>> | undefined {
  let varied: Readonly<Record<string, unknown>> = asObject(value);
  let isChanged = false;
  for (const name of names) {
    const other = candidates(varied[name], nth)
      .map((candidate) => ({ ...varied, [name]: candidate }))
      .find((candidate) => fits(schema, candidate));
    if (other === undefined) continue;
    varied = other;
    isChanged = true;
  }
  return isChanged ? varied : undefined;
}

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z$/;

/** Further values of the same form, the likeliest first. */
function candidates(value: unknown, nth: number): readonly unknown[] {
  if (typeof value === "number") return [value + nth, value - nth];
  if (typeof value === "boolean") return [!value];
  if (typeof value !== "string") return [];
  if (DATE.test(value)) return [later(value, nth).slice(0, 10)];
  const [, fraction = ""] = TIME.exec(value) ?? [];
  if (TIME.test(value)) return [later(value, nth).replace(/\.\d+Z$/, `${fraction}Z`)];
  const digits = String(nth);
  return [
    ...onOtherHost(value, digits),
    `${value}-${digits}`,
    `${value}${digits}`,
    `${digits}${value}`,
    value.slice(0, -digits.length) + digits, // of a fixed length, such as a UUID
  ];
}

/** Returns a URL at a subdomain, as a service may take one for each host. Empty for other texts. */
function onOtherHost(value: string, label: string): readonly string[] {
  const [, scheme, rest] = /^(https?:\/\/)(.+)$/.exec(value) ?? [];
  return scheme === undefined ? [] : [`${scheme}${label}.${rest}`];
}

function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString();
}
