/** Conditions on writes: evaluated where the resource can be read, refused elsewhere, because a write despite them loses data. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import { describeMatrix, json } from "../../../_setup.ts";

const Note = z.object({ text: z.string() });
let writes = 0;

const write = (method: "POST" | "PUT" | "PATCH" | "DELETE") =>
  ({
    method,
    path: "/note",
    summary: "Write the note.",
    returns: Note,
    idempotency: "none",
    ...(method === "DELETE" ? {} : { body: Note }),
  }) as const;

const notes = definePlugin({
  id: "notes",
  summary: "Keeps one note.",
  routes: {
    getNote: {
      method: "GET",
      path: "/note",
      summary: "Read the note.",
      returns: Note,
      cache: { scope: "private", maxAge: "0s" },
    },
    addNote: write("POST"),
    putNote: write("PUT"),
    patchNote: write("PATCH"),
    removeNote: write("DELETE"),
    // Evaluates If-Match itself.
    replaceNote: {
      ...write("PUT"),
      path: "/checked",
      headers: z.object({ "if-match": z.string().optional() }),
      errors: ["precondition-failed"],
    },
  },
  handlers: () => {
    const act = () => ({ text: `write ${++writes}` });
    const getNote = () => ({ text: "read".repeat(1000) });
    return {
      getNote,
      addNote: act,
      putNote: act,
      patchNote: act,
      removeNote: act,
      replaceNote: (call) =>
        call.headers["if-match"] === '"right"' ? act() : call.fail("precondition-failed"),
    };
  },
});

const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;
const DATE = "Sun, 06 Nov 1994 08:49:37 GMT";
/** Writes by method, condition and value, each with whether it is performed. `POST` creates another note. */
const CONDITIONS = METHODS.flatMap((method) => {
  const isTarget = method !== "POST";
  return (
    [
      ["If-Match", '"bogus"', false],
      ["If-Match", "*", isTarget],
      ["If-Match", "current", isTarget],
      ["If-Match", "zipped", isTarget],
      ["If-Match", "W/current", false],
      ["If-None-Match", "*", false],
      ["If-None-Match", "current", false],
      ["If-None-Match", "W/current", false],
      ["If-None-Match", '"bogus"', isTarget],
      ["If-Unmodified-Since", DATE, false],
    ] as const
  ).map((condition) => [method, ...condition] as const);
});

// Without the policy that reads conditions on GET, conditions on a write are evaluated all the same.
for (const cache of [true, false])
  describeMatrix(
    `with cache: ${cache}`,
    { config: { plugins: { notes, cache } } },
    (ask, server) => {
      const send = (method: string, headers: Readonly<Record<string, string>> = {}) =>
        ask("/note", {
          method,
          headers: { "content-type": "application/json", ...headers },
          ...(method === "DELETE" ? {} : { body: '{"text":"new"}' }),
        });

      /** The tags of the note, which clients have only where the policy sends them; or one as it is written. */
      const tagOf = async (name: string) => {
        const coding = cache && name === "zipped" ? "gzip" : "identity";
        const answer = await ask("/note", { headers: { "accept-encoding": coding } });
        const bytes = Buffer.from(await answer.arrayBuffer());
        const own = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
        return name.replace(/current|zipped/, answer.headers.get("etag") ?? own);
      };

      it.each(CONDITIONS)(
        "%s with %s: %s is performed: %s",
        async (method, header, name, performed) => {
          const before = writes;
          const answer = await send(method, { [header]: await tagOf(name) });
          expect({ status: answer.status, writes }).toEqual({
            status: performed ? 200 : 412,
            writes: performed ? before + 1 : before,
          });
          if (performed) return;
          const { error } = await json<{ error: object }>(answer);
          expect(error).toMatchObject({ code: "precondition-failed" });
          expect(JSON.stringify(error)).toContain(header);
        },
      );

      it.each(METHODS)("%s without a condition is performed", async (method) => {
        const before = writes;
        const since = { "If-Modified-Since": DATE }; // for reads only
        expect((await send(method, since)).status).toBe(200);
        expect(writes).toBe(before + 1);
      });

      it("leaves a condition to the route that declares it, and refuses the others", async () => {
        const replace = async (headers: Readonly<Record<string, string>>) => {
          const body = '{"text":"new"}';
          const type = { "content-type": "application/json" };
          const answer = await ask("/checked", {
            method: "PUT",
            body,
            headers: { ...type, ...headers },
          });
          return answer.status;
        };
        expect(await replace({ "if-match": '"right"' })).toBe(200);
        expect(await replace({ "if-match": '"wrong"' })).toBe(412);
        expect(await replace({ "if-match": '"right"', "if-none-match": "*" })).toBe(412);
      });

      it("describes the refusal", async () => {
        const { paths } = await json<{
          paths: Record<string, Record<string, { responses: object }>>;
        }>(await server().fetch("/api/openapi"));
        for (const method of METHODS)
          expect(paths["/note"]?.[method.toLowerCase()]?.responses).toHaveProperty("412");
      });
    },
  );
