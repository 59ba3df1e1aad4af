/** Conditions on writes: refused as long as nothing evaluates them, because a write despite its condition loses data. */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import { describeMatrix, json } from "../../_setup.ts";

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
    const getNote = () => ({ text: "read" });
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
const CONDITIONS = [
  ["If-Match", '"bogus"'],
  ["If-Match", "*"],
  ["If-None-Match", "*"],
  ["If-None-Match", '"bogus"'],
  ["If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"],
] as const;

// Without the policy that reads conditions on GET, a condition on a write is refused all the same.
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

      it.each(METHODS.flatMap((method) => CONDITIONS.map((condition) => [method, ...condition])))(
        "%s with %s: %s is refused and does nothing (A4)",
        async (method, header, value) => {
          const before = writes;
          const answer = await send(method, { [header]: value });
          expect(answer.status).toBe(412);
          const { error } = await json<{ error: object }>(answer);
          expect(error).toMatchObject({ code: "precondition-failed" });
          expect(JSON.stringify(error)).toContain(header);
          expect(writes).toBe(before);
        },
      );

      it.each(METHODS)("%s without a condition is performed", async (method) => {
        const before = writes;
        const since = { "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT" }; // for reads only
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
