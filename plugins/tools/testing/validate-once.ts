/** Validates the parts of a test server once, however many servers a run starts with the same parts. */
import type { Booted } from "waymark/server";

const valid = new Set<string>();
const numbers = new WeakMap<object, number>();
let last = 0;

/** Throws a BootError as `validate` does, unless the same plugins with the same options were found valid before. */
export async function validateOnce(booted: Booted): Promise<Booted> {
  const key = keyOf(booted);
  if (key === undefined || !valid.has(key)) await booted.validate();
  if (key !== undefined) valid.add(key);
  return { ...booted, validate: () => Promise.resolve() };
}

/** Returns a key that is equal for equal parts; undefined without a revision, as the parts are not valid. */
function keyOf({ registry, installed }: Booted): string | undefined {
  const parts = installed.map(
    ({ plugin, enabled, options }) => `${numberOf(plugin)} ${enabled} ${textOf(options)}`,
  );
  try {
    return [registry.revision, ...parts].join("\n");
  } catch {
    return undefined;
  }
}

function numberOf(value: object): number {
  const number = numbers.get(value) ?? ++last;
  numbers.set(value, number);
  return number;
}

/** Returns JSON in which functions, which may be options, are themselves. */
function textOf(options: unknown): string {
  return JSON.stringify(options, (_key, value: unknown) =>
    typeof value === "function" ? numberOf(value) : typeof value === "bigint" ? `${value}` : value,
  );
}
