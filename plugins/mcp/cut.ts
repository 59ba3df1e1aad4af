/** Answers that are too long, cut at places that are named. */
import { keysOfPointer, pointerOf } from "waymark/advanced";

/** Part that an answer lacks: items of a list, a member, or the end of a text. */
export interface Omission {
  /** JSON Pointer within the body. */
  readonly at: string;
  readonly items?: number;
  /** Bytes that were left out, about. */
  readonly bytes: number;
}

/** Returns the bytes of a value as JSON. */
export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

/**
 * Cuts the value to size, and adds the missing parts to `omissions`: the ends of lists and texts, and members that are
 * objects as wholes, so that each can be asked for alone.
 */
export function cut(value: unknown, room: number, omissions: Omission[], at = ""): unknown {
  const bytes = bytesOf(value);
  if (bytes <= room) return value;
  if (typeof value !== "object" || value === null) {
    // In JSON a character takes up to two bytes of most texts.
    const kept = String(value).slice(0, Math.max(0, Math.floor(room / 2)));
    omissions.push({ at, bytes: bytes - bytesOf(kept) });
    return kept;
  }
  let left = room;
  if (Array.isArray(value)) {
    const end = value.findIndex((item) => (left -= bytesOf(item) + 1) < 0);
    const lost = value.slice(end);
    omissions.push({ at, items: lost.length, bytes: bytesOf(lost) });
    return value.slice(0, end);
  }
  const members = Object.entries(value).flatMap(([key, member]) => {
    const place = `${at}${pointerOf([key])}`;
    left -= key.length + 4;
    const isWhole = typeof member === "object" && member !== null && !Array.isArray(member);
    const size = bytesOf(member);
    if (size > left && (isWhole || left < 0)) {
      omissions.push({ at: place, bytes: size });
      return [];
    }
    const kept = cut(member, left, omissions, place);
    left -= bytesOf(kept);
    return [[key, kept] as const];
  });
  return Object.fromEntries(members);
}

/** Returns the part of a value at a JSON Pointer (RFC 6901); undefined if it has none there. */
export function partAt(value: unknown, pointer: string): unknown {
  return keysOfPointer(pointer).reduce<unknown>((within, key) => {
    const members = Object(within) as Readonly<Record<string, unknown>>;
    return Object.hasOwn(members, key) ? members[key] : undefined;
  }, value);
}
