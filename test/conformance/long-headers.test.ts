/** Request headers of any length: those that state preferences are ignored above a limit, the others cost little. */
import { expect, it } from "vitest";
import preset from "waymark/preset";
import { describeMatrix } from "../_setup.ts";

/** Headers that state preferences, each with a value that changes the answer at a path. */
const PREFERENCES: Readonly<Record<string, readonly [path: string, value: string]>> = {
  accept: ["/api/openapi", "application/yaml"],
  "accept-encoding": ["/api/openapi", "gzip"],
  "accept-language": ["/status", "es"],
  prefer: ["/api/brains", "return=minimal"],
  "want-content-digest": ["/api/health", "sha-256=1"],
  "want-digest": ["/api/health", "sha-256"],
  "want-repr-digest": ["/api/health", "sha-256=1"],
};

/** Headers that are read at any length, and why that is cheap. */
const OTHERS: Readonly<Record<string, string>> = {
  "access-control-request-method": "only whether it is there",
  "if-match": "searched for one tag",
  "if-none-match": "searched for one tag",
  "last-event-id": "compared as a whole",
  origin: "compared as a whole",
  traceparent: "fixed length",
  tracestate: "cut before it is read",
  "x-request-id": "fixed length",
};

it("every header that a policy reads is in one of the tables (E3)", () => {
  const read = preset.flatMap(({ policies = [] }) =>
    policies.flatMap(({ reads = {} }) => Object.keys(reads)),
  );
  const stated = [...Object.keys(PREFERENCES), ...Object.keys(OTHERS)];
  expect(stated).toEqual(expect.arrayContaining(read));
});

describeMatrix("an overlong header of preferences", {}, (ask) => {
  it.each(Object.entries(PREFERENCES))("%s is ignored (E3)", async (name, [path, value]) => {
    const read = async (text?: string) => {
      const answer = await ask(path, text === undefined ? {} : { headers: { [name]: text } });
      const fields = ["content-type", "content-encoding", "content-language", "preference-applied"];
      const digests = ["content-digest", "repr-digest"].map((field) => answer.headers.has(field));
      await answer.arrayBuffer();
      return [answer.status, ...fields.map((field) => answer.headers.get(field)), ...digests];
    };
    const own = { accept: "*/*", "accept-encoding": "identity" }[name];
    const without = await read(own);
    expect(await read(value)).not.toEqual(without);
    expect(await read(`${value}${", x;q=0".repeat(400)}`)).toEqual(without);
  });

  it.each(["/nowhere", "/api/rate-limit-demo"])(
    "does not select the error form of %s (E3)",
    async (path) => {
      const accept = `application/problem+json, ${"x/y;q=0.1, ".repeat(400)}`;
      const answer = await ask(path, { headers: { accept } });
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    },
  );
});
