/**
 * JSON Patch (RFC 6902). The libraries at hand read inherited members, change lists at indexes that are none, or compare
 * lists in quadratic time, so that each would need its pointers, equality and limits written in front of it.
 */
import { keysOfPointer, pointerOf } from "waymark/advanced";
import { z } from "zod";

/** Levels that a patched resource may have, as many as a request body. */
const MAX_DEPTH = 100;
/** Values that the copies and moves of one patch may have together, because copies of copies double. */
const MAX_MOVED = 10_000;
/** Values that a member, a list and an object count as: a copy of one takes as long. */
const MEMBER = 3;
/** Characters that count as one value, and steps of pointers. */
const CHARACTERS = 100;
const STEPS = 4;
const MAX_OPERATIONS = 1000;

const Pointer = z
  .string()
  .max(8192)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "a JSON Pointer begins with /, and has ~ only in ~0 and ~1")
  .describe("JSON Pointer (RFC 6901).");
const path = Pointer;
const value = z.unknown().refine((one) => one !== undefined, "a value is required");

/** The body of a patch. */
export const JsonPatch = z
  .array(
    z.discriminatedUnion("op", [
      z.object({ op: z.enum(["add", "replace", "test"]), path, value }),
      z.object({ op: z.literal("remove"), path }),
      z.object({ op: z.enum(["move", "copy"]), path, from: Pointer }),
    ]),
  )
  .max(MAX_OPERATIONS)
  .meta({ id: "JsonPatch", description: "Operations of JSON Patch (RFC 6902), applied in order." });
export type JsonPatch = z.output<typeof JsonPatch>;

/** An operation that does not apply, by its index. */
export class PatchConflict extends Error {
  index = 0;
}

/** An operation that would make of the resource what the service does not accept, by its index. */
export class PatchExcess extends PatchConflict {}

/**
 * Returns the document as the operations make it, all of them or none. Throws a {@link PatchConflict}.
 *
 * @param members names that the document may have; default: any
 */
export function applyPatch(
  document: unknown,
  operations: JsonPatch,
  members?: ReadonlySet<string>,
): unknown {
  const patch = new Patch(document, members);
  for (const [index, operation] of operations.entries()) {
    try {
      patch.apply(operation);
    } catch (error) {
      if (error instanceof PatchConflict) error.index = index;
      throw error;
    }
  }
  return patch.document;
}

/** A place in a document: a member or an item of `parent`. */
interface Place {
  readonly parent: object;
  readonly token: string;
}

class Patch {
  document: unknown;
  readonly #members: ReadonlySet<string> | undefined;
  #left = MAX_MOVED;

  constructor(document: unknown, members: ReadonlySet<string> | undefined) {
    this.document = structuredClone(document);
    this.#members = members;
  }

  apply(operation: JsonPatch[number]): void {
    switch (operation.op) {
      case "test":
        if (!isEqual(this.#read(this.#tokensOf(operation.path)), operation.value))
          throw new PatchConflict(`the value at ${quote(operation.path)} is another one`);
        return;
      case "add": {
        const tokens = this.#placeOf(operation.path);
        return this.#add(tokens, copyOf(operation.value, tokens.length));
      }
      case "replace": {
        const tokens = this.#tokensOf(operation.path);
        this.#read(tokens);
        return this.#set(tokens, copyOf(operation.value, tokens.length));
      }
      case "remove":
        return this.#remove(this.#tokensOf(operation.path));
      case "copy": {
        const from = this.#tokensOf(operation.from);
        this.#read(from); // a conflict, wherever it would be copied to
        const tokens = this.#placeOf(operation.path);
        const copied = this.#take(from, tokens.length);
        return this.#add(tokens, copyOf(copied, tokens.length));
      }
      case "move": {
        const from = this.#tokensOf(operation.from);
        this.#read(from);
        const tokens = this.#placeOf(operation.path);
        if (operation.from === operation.path) return;
        if (operation.path.startsWith(`${operation.from}/`))
          throw new PatchConflict("a value cannot be moved into itself");
        const moved = this.#take(from, tokens.length);
        this.#remove(from);
        return this.#add(tokens, moved);
      }
    }
  }

  #tokensOf(pointer: string): readonly string[] {
    const tokens = keysOfPointer(pointer);
    this.#spend(tokens.length / STEPS);
    return tokens;
  }

  /** The place of a value that is to be made. Refuses a member that the resource cannot have, before anything is copied. */
  #placeOf(pointer: string): readonly string[] {
    const tokens = this.#tokensOf(pointer);
    const [first, second] = tokens;
    if (first === undefined || this.#members?.has(first) !== false) return tokens;
    if (second !== undefined) throw missing(tokens);
    throw new PatchExcess(`the resource cannot have a member ${quote(first)}`);
  }

  #read(tokens: readonly string[]): unknown {
    let node = this.document;
    for (const [depth, token] of tokens.entries()) {
      if (typeof node !== "object" || node === null || !has(node, token))
        throw missing(tokens.slice(0, depth + 1));
      node = Reflect.get(node, token);
    }
    return node;
  }

  /** Reads a value that is about to be elsewhere as well, as deep as this. */
  #take(tokens: readonly string[], depth: number): unknown {
    const taken = this.#read(tokens);
    this.#spend(weigh(taken, depth));
    return taken;
  }

  #spend(work: number): void {
    this.#left -= work;
    if (this.#left < 0)
      throw new PatchExcess("the patch copies and moves more than this service accepts");
  }

  #parentOf(tokens: readonly string[]): Place {
    const parent = this.#read(tokens.slice(0, -1));
    if (typeof parent !== "object" || parent === null) throw missing(tokens);
    return { parent, token: tokens.at(-1) ?? "" };
  }

  #add(tokens: readonly string[], added: unknown): void {
    if (tokens.length === 0) return this.#set(tokens, added);
    const { parent, token } = this.#parentOf(tokens);
    if (!Array.isArray(parent)) return define(parent, token, added);
    const index = token === "-" ? parent.length : indexOf(token);
    if (index === undefined || index > parent.length) throw missing(tokens);
    parent.splice(index, 0, added);
  }

  /** Sets the value at a place that exists. */
  #set(tokens: readonly string[], replacement: unknown): void {
    if (tokens.length === 0) this.document = replacement;
    else {
      const { parent, token } = this.#parentOf(tokens);
      define(parent, token, replacement);
    }
  }

  #remove(tokens: readonly string[]): void {
    if (tokens.length === 0) throw new PatchConflict("a patch does not remove the whole resource");
    this.#read(tokens);
    const { parent, token } = this.#parentOf(tokens);
    if (Array.isArray(parent)) parent.splice(Number(token), 1);
    else Reflect.deleteProperty(parent, token);
  }
}

function missing(tokens: readonly string[]): PatchConflict {
  return new PatchConflict(`there is nothing at ${quote(pointerOf(tokens))}`);
}

/** Pointers come from clients, and are as long as they like. */
function quote(pointer: string): string {
  return JSON.stringify(pointer.length > 100 ? `${pointer.slice(0, 100)}…` : pointer);
}

function indexOf(token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,9})$/.test(token) ? Number(token) : undefined;
}

/** Checks own members only: no document has the members that every object inherits. */
function has(parent: object, token: string): boolean {
  return Array.isArray(parent)
    ? (indexOf(token) ?? parent.length) < parent.length
    : Object.hasOwn(parent, token);
}

/** Defines a member instead of setting it, so that one named __proto__ is a member like any other. */
function define(parent: object, token: string, member: unknown): void {
  Object.defineProperty(parent, token, {
    value: member,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/**
 * Copies a value of JSON, as later operations change it, and the handler may run again with the same body. Throws if it has
 * too many levels for a place as deep as this.
 */
function copyOf(member: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (typeof member !== "object" || member === null) return member;
  if (Array.isArray(member)) return member.map((item) => copyOf(item, depth + 1));
  const copy = {};
  for (const name of Object.keys(member))
    define(copy, name, copyOf(Reflect.get(member, name), depth + 1));
  return copy;
}

/** Returns how many values it counts as. Throws if it has too many levels for a place as deep as this. */
function weigh(member: unknown, depth: number): number {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (typeof member === "string") return 1 + member.length / CHARACTERS;
  if (typeof member !== "object" || member === null) return 1;
  let weight = MEMBER;
  if (Array.isArray(member)) for (const item of member) weight += weigh(item, depth + 1);
  else
    for (const name of Object.keys(member))
      weight += MEMBER + name.length / CHARACTERS + weigh(Reflect.get(member, name), depth + 1);
  return weight;
}

function tooDeep(): PatchExcess {
  return new PatchExcess(`the resource would have more than ${MAX_DEPTH} levels`);
}

/** Compares two values (RFC 6902, section 4.6). */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && isEqual(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}
