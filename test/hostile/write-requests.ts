/** Hostile writes to the shipped resources, by kind: sound but for one part of the request. */
import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import { operation, value } from "./resource.ts";

export interface RawRequest {
  readonly method: string;
  /** Bytes of the request line and of fields, as latin1. */
  readonly target: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

const JSON_TYPE = "application/json";
const PATCHES = ["application/merge-patch+json", "application/json-patch+json"] as const;

/** A collection, and members that a row of it may have. */
export interface Target {
  readonly path: string;
  readonly rows: readonly object[];
}

const bytesOf = (body: unknown) => Uint8Array.from(Buffer.from(JSON.stringify(body)));
const hexes = fc.uint8Array({ minLength: 1, maxLength: 6 });
const escaped = hexes.map((bytes) => [...bytes].map((byte) => `%${hex(byte)}`).join(""));
const hex = (byte: number) => byte.toString(16).padStart(2, "0");

/** A segment of a path. */
const segment = fc
  .oneof(
    { weight: 2, arbitrary: escaped },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...". .. ... %2e%2e %2E%2e%2F %2f %5c \\ %00 a%00b %ff %c3 %ed%a0%80 %f0%9f%92%a9 %E2%82 % %% %zz ; ;a=b : @ * ~ ' ( %20 + %2B - _ __proto__ constructor toString valueOf null undefined NaN 0 -0 1e3 handbook HANDBOOK handbook%20 handbook/ //".split(
          " ",
        ),
        "a".repeat(8192),
        "%61".repeat(2000),
        "../".repeat(500),
        "\u00e9\u00ff",
        "<script>",
        "{id}",
        "'; drop table brains; --",
      ),
    },
    {
      weight: 4,
      arbitrary: fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
        .filter(isWellFormed)
        .map(encodeURIComponent),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary-ascii", maxLength: 20 }) },
  )
  .map((text) => text.replaceAll(/[\r\n ]/g, "+"));

const printable = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 30 });
const fieldText = fc.oneof(
  printable,
  printable.map((text) => JSON.stringify(text)),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
  fc.constantFrom(
    '"',
    '""',
    '"a',
    'a"',
    "W/",
    'W/"a"',
    "*",
    "*, *",
    '"a",,',
    "\u0080",
    ":",
    "?1",
    "1.5",
    ":YQ==:",
    '("a")',
    '"a";b=1',
    '"\\"',
    '"é"',
  ),
  fc.constantFrom("a", '"a",').map((text) => text.repeat(3000)),
);
const field = (...names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fieldText)
    .map(([name, text]) => [name, oneLine(text)] as const);
const oneLine = (text: string) => text.replaceAll(/[\r\n]/g, " ");

function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/** The first one in two of three cases. */
const mostly = <T>(sound: T, ...others: readonly T[]): Arbitrary<T> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(sound) },
    { weight: 1, arbitrary: fc.constantFrom(sound, ...others) },
  );

/** Bytes that are JSON in some coding, or nearly. */
const codedBytes = (row: object) =>
  fc
    .tuple(
      mostly<BufferEncoding>("utf8", "utf16le", "latin1"),
      mostly<number[]>([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], [0x00], [0x20]),
      fc.oneof(mostly(new Uint8Array()), fc.uint8Array({ maxLength: 4 })),
      fc.oneof(mostly({}), fc.dictionary(fc.string({ unit: "binary" }), value)),
      fc.option(fc.nat(400), { freq: 1 }),
    )
    .map(([coding, mark, tail, more, cut]) => {
      const text = Buffer.from(JSON.stringify({ ...row, ...more }), coding);
      const part = cut === null ? text : text.subarray(0, cut);
      return Uint8Array.from(Buffer.concat([Buffer.from(mark), part, tail]));
    });

const charset = mostly(
  "",
  "; charset=utf-8",
  "; charset=utf-16",
  ";charset",
  '; charset="x',
  ";",
  "; a=b; a=c",
);

export const KINDS = ["paths", "conditions", "keys", "patches", "bodies", "bulk"] as const;
export type Kind = (typeof KINDS)[number];

/** @param ledger path of a collection whose route takes idempotency keys. */
export function hostileWrites(
  targets: readonly Target[],
  ledger: string,
): Readonly<Record<Kind, Arbitrary<RawRequest>>> {
  const one = fc
    .constantFrom(...targets)
    .chain(({ path, rows }) => fc.constantFrom(...rows).map((row) => ({ path, row })));
  const item = one.map(({ path, row }) => ({ path, row, target: `${path}/${keyOf(row)}` }));
  const method = fc.constantFrom("PUT", "PATCH", "DELETE", "POST");
  const typed = (type: string) => [["Content-Type", type]] as const;
  const paths = fc
    .tuple(one, method, fc.array(segment, { minLength: 1, maxLength: 2 }), fc.option(segment))
    .map(([{ path, row }, verb, segments, query]) => ({
      method: verb,
      target: `${path}/${segments.join("/")}${query === null ? "" : `?${query}`}`,
      fields: typed(verb === "PATCH" ? PATCHES[0] : JSON_TYPE),
      body: bytesOf({ ...row, id: undefined, code: undefined }), // the path has the key
    }));
  const conditions = fc
    .tuple(
      item,
      fc.constantFrom("PUT", "DELETE"),
      fc.array(
        field(
          "If-Match",
          "If-None-Match",
          "If-Unmodified-Since",
          "Prefer",
          "Accept",
          "Content-Encoding",
          "Accept-Encoding",
          "Range",
          "X-HTTP-Method-Override",
          "Want-Repr-Digest",
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([{ row, target }, verb, fields]) => ({
      method: verb,
      target,
      fields: [...typed(JSON_TYPE), ...fields],
      body: bytesOf(row),
    }));
  const keys = fc
    .tuple(fc.array(field("Idempotency-Key"), { minLength: 1, maxLength: 2 }), fc.string(), value)
    .map(([fields, nonce, amount]) => ({
      method: "POST",
      target: ledger,
      fields: [...typed(JSON_TYPE), ...fields],
      body: bytesOf({ nonce, amount: typeof amount === "number" ? Math.trunc(amount) % 1000 : 1 }),
    }));
  const patches = fc
    .tuple(item, fc.boolean(), value, fc.array(operation, { maxLength: 6 }))
    .map(([{ target }, isMerge, merge, operations]) => ({
      method: "PATCH",
      target,
      fields: typed(PATCHES[isMerge ? 0 : 1]),
      body: bytesOf(isMerge ? merge : operations),
    }));
  const bodies = fc.tuple(item, charset).chain(([{ row, target }, parameter]) =>
    codedBytes(row).map((body) => ({
      method: "PUT",
      target,
      fields: typed(`${JSON_TYPE}${parameter}`),
      body,
    })),
  );
  const step = fc
    .tuple(
      fc.oneof(paths, conditions, keys, patches),
      fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value }),
      fc.string({ maxLength: 8 }),
    )
    .map(([{ method: verb, target, fields, body }, odd, id]) => ({
      id,
      method: verb,
      path: inBulk(target),
      headers: Object.fromEntries(
        fields.map(([name, text]) => [name, text.replaceAll(OTHERS, "?")]),
      ),
      body: JSON.parse(Buffer.from(body).toString()) as unknown,
      ...Object(odd),
    }));
  const bulk = fc
    .tuple(
      fc.array(fc.oneof({ weight: 30, arbitrary: step }, { weight: 1, arbitrary: value }), {
        maxLength: 5,
      }),
      fc.boolean(),
    )
    .map(([steps, atomic]) => ({
      method: "POST",
      target: "/api/bulk",
      fields: typed(JSON_TYPE),
      // Distinct ids, or hardly any request would be taken.
      body: bytesOf({
        atomic,
        operations: steps.map((each, index) => (isStep(each) ? { ...each, id: `${index}` } : each)),
      }),
    }));
  return { paths, conditions, keys, patches, bodies, bulk };
}

/** Bytes that no field has: a bulk request with them is refused as a whole. */
const OTHERS = /[^\t -~\u0080-\u00ff]/g;
const inBulk = (target: string) => target.replaceAll(/[^!"$-[\]-~]/g, "x");
const isStep = (each: unknown): each is object =>
  typeof each === "object" && each !== null && "path" in each;

function keyOf(row: object): string {
  const { id, code } = row as { id?: string; code?: string }; // the keys of shipped resources
  return encodeURIComponent(id ?? code ?? "");
}
