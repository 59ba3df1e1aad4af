/**
 * Writes hostile bodies, patches, keys and charsets to a resource, and judges the answers: none is a failure of ours, and a
 * write that is refused changed nothing. `node test/hostile/resource.ts [writes of each kind] [seed]`.
 */
import * as fc from "fast-check";
import { sample, type Arbitrary } from "fast-check";
import type { TestServer } from "waymark/testing";
import { MERGE, openHarbour, PATCH } from "../plugins/writes/_resources.ts";

/** Writes of one kind, to a boat that is there or to flags. */
interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

// oxfmt-ignore
const NAMES = [
  "id", "name", "berth", "crew", "hull", "colour", "notes", "nickname", "revision", "_links",
  "__proto__", "constructor", "prototype", "toString", "length", "", "-", "0", "00", "-1", "1e0",
  "4294967295", "9007199254740993", "~", "/", "\u0000", "\ud800", "é", "x".repeat(300),
];
export const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: "binary" }));
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    1,
    1e308,
    2 ** 53,
    "",
    "Fram",
    "sunk",
    "\ud800",
    "\u0000",
  ),
  fc.string({ unit: "binary" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
export const value: Arbitrary<unknown> = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    objectOf(tie("value")),
  ),
})).value;

/** Returns objects with members of any name, __proto__ too. */
function objectOf(member: Arbitrary<unknown>): Arbitrary<object> {
  return fc
    .array(fc.tuple(name, member), { maxLength: 6 })
    .map((members) => Object.fromEntries(members) as object);
}

const sound = fc.record(
  {
    name: fc.string({ minLength: 1, unit: "binary" }),
    berth: fc.integer({ min: 1, max: 9 }),
    crew: fc.array(fc.string({ unit: "binary" }), { maxLength: 3 }),
    notes: objectOf(value),
    nickname: fc.option(fc.string({ unit: "binary" })),
    revision: value,
    _links: value,
  },
  { requiredKeys: ["name"] },
);
const boat = fc.oneof(
  { weight: 2, arbitrary: sound },
  {
    weight: 1,
    arbitrary: fc.tuple(sound, objectOf(value)).map(([one, odd]) => ({ ...one, ...odd })),
  },
);
const pointer = fc.oneof(
  fc
    .array(name, { maxLength: 4 })
    .map((tokens) =>
      tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
    ),
  fc.constantFrom(
    "/crew/-",
    "/crew/0",
    "/notes",
    "/hull",
    "/name",
    "",
    "name",
    "/~2",
    "/a".repeat(2000),
  ),
);
export const operation = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        op: fc.constantFrom("add", "replace", "test", "remove", "move", "copy"),
        path: pointer,
        from: pointer,
        value,
      },
      { requiredKeys: ["op", "path", "value", "from"] },
    ),
  },
  { weight: 1, arbitrary: value },
);

/** Bytes that are JSON in some coding, or nearly. */
const bytes = fc
  .tuple(
    boat,
    fc.constantFrom<BufferEncoding>("utf8", "utf16le", "latin1"),
    fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 4 })),
  )
  .map(([body, coding, tail]) =>
    Uint8Array.from(Buffer.concat([Buffer.from(JSON.stringify(body), coding), tail])),
  );

function attempts(path: string): Readonly<Record<string, Arbitrary<Attempt>>> {
  const json = "application/json";
  const send = (method: string, type: string, body: Arbitrary<unknown>, to = path) =>
    body.map((one) => ({ method, path: to, type, body: JSON.stringify(one) }));
  const flag = fc.record({ meaning: fc.string({ minLength: 1 }), colours: fc.constant(2) });
  return {
    bodies: fc.oneof(send("PUT", json, boat), send("POST", json, boat, "/api/boats")),
    "merge patches": send("PATCH", MERGE, fc.oneof(boat, objectOf(value), value)),
    "JSON patches": send("PATCH", PATCH, fc.array(operation, { maxLength: 6 })),
    keys: fc
      .tuple(
        name.filter((key) => key.isWellFormed()),
        fc.constantFrom("PUT", "DELETE"),
        flag,
      )
      .map(([key, method, body]) => ({
        method,
        path: `/api/flags/${encodeURIComponent(key)}`,
        type: json,
        body: JSON.stringify(body),
      })),
    charsets: fc
      .tuple(
        fc.constantFrom("PUT", "PATCH"),
        fc.constantFrom(
          "",
          "; charset=utf-16",
          "; charset=latin1",
          ";charset",
          '; charset="utf-8"',
        ),
        bytes,
      )
      .map(([method, charset, body]) => ({
        method,
        path,
        type: `${method === "PUT" ? json : MERGE}${charset}`,
        body,
      })),
  };
}

export interface HostileWrites {
  /** Answers of each kind of write, by status. */
  readonly statuses: Readonly<Record<string, Readonly<Record<number, number>>>>;
  readonly failures: readonly string[];
}

export async function hostileWrites(
  server: TestServer,
  { writes, seed }: { readonly writes: number; readonly seed: number },
): Promise<HostileWrites> {
  const first = { name: "Fram", crew: ["Ann"], notes: { a: 1 }, hull: { colour: "red" } };
  const headers = { "content-type": "application/json" };
  const made = await server.fetch("/api/boats", {
    method: "POST",
    headers,
    body: JSON.stringify(first),
  });
  const path = String(made.headers.get("location"));
  const stateOf = async () => (await server.fetch(path)).text();
  const failures: string[] = [];
  const statuses: Record<string, Record<number, number>> = {};
  for (const [kind, arbitrary] of Object.entries(attempts(path))) {
    const counts: Record<number, number> = (statuses[kind] = {});
    let before = await stateOf();
    for (const { method, path: to, type, body } of sample(arbitrary, { numRuns: writes, seed })) {
      const init = { method, headers: { "content-type": type }, body };
      const answer = await server.fetch(to, init);
      const text = await answer.text();
      counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      const after = await stateOf();
      const isWritten = answer.ok && to === path;
      const isRight = isWritten ? text === after : before === after;
      if (answer.status >= 500 || !isRight)
        failures.push(
          `${method} ${to} ${type} ${String(body)}\n→ ${answer.status} ${text}\n${after}`,
        );
      before = after;
    }
  }
  return { statuses, failures };
}

if (import.meta.main) {
  const [, , writes = "10000", seed = String(Date.now() % 1e9)] = process.argv;
  const server = await openHarbour();
  const result = await hostileWrites(server, { writes: Number(writes), seed: Number(seed) });
  await server.close();
  process.stdout.write(`${writes} writes of each kind, seed ${seed}\n`);
  process.stdout.write(`${JSON.stringify(result.statuses, null, 2)}\n`);
  process.stdout.write(`failures: ${result.failures.length}\n`);
  for (const failure of result.failures.slice(0, 5)) process.stdout.write(`\n${failure}\n`);
  process.exitCode = result.failures.length === 0 ? 0 : 1;
}
