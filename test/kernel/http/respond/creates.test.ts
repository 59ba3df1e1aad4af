/** Routes that create something: 201 with Location (RFC 9110, section 15.3.2). */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { createTestServer } from "waymark/testing";
import { z } from "zod";
import { json, jsonRequest, startServer } from "../../../_setup.ts";

const Note = z.object({ id: z.string(), text: z.string() });

const notes = () =>
  definePlugin({
    id: "notes",
    summary: "Keeps notes.",
    schemas: { Note },
    routes: {
      getNote: {
        method: "GET",
        path: "/shelves/{shelf}/notes/{note}",
        summary: "Read a note.",
        returns: Note,
        cache: "no-store",
      },
      addNote: {
        method: "POST",
        path: "/shelves/{shelf}/notes",
        summary: "Add a note.",
        body: Note,
        returns: Note,
        creates: { to: "getNote", with: { note: "id" } },
        statuses: [202],
        idempotency: "none",
      },
    },
    handlers: () => ({
      getNote: ({ params }) => ({ id: params.note, text: "read" }),
      addNote(call) {
        if (call.body.text === "later") call.status(202);
        return call.body;
      },
    }),
  });

async function started() {
  const server = await startServer({ config: { plugins: { notes: notes() } } });
  const add = (note: object) =>
    server.request("/shelves/top%20one/notes", jsonRequest("POST", note));
  return { server, add };
}

it("answers 201 and says where", async () => {
  const { server, add } = await started();
  const answer = await add({ id: "a/b", text: "hello" });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("location")).toBe("/shelves/top%20one/notes/a%2Fb");
  expect(answer.headers.get("access-control-expose-headers")).toContain("Location");
  const read = await server.request(answer.headers.get("location") ?? "");
  const { _links } = await json<{ id: string; _links: object }>(read);
  expect(await json<object>(answer)).toMatchObject({ id: "a/b", _links }); // self among them (B8)
});

it("answers as the handler chooses when nothing is created yet", async () => {
  const { add } = await started();
  const answer = await add({ id: "a", text: "later" });
  expect([answer.status, answer.headers.get("location")]).toEqual([202, null]);
  const self = { href: "/shelves/top%20one/notes" };
  expect(await json<object>(answer)).toMatchObject({ _links: { self } });
});

it("is described so", async () => {
  const { server } = await started();
  const { paths } = openapiDocument(server.registry) as {
    readonly paths: Readonly<Record<string, Record<string, { readonly responses: object }>>>;
  };
  const responses = paths["/shelves/{shelf}/notes"]?.["post"]?.responses;
  expect(responses).toHaveProperty("202");
  expect(responses).not.toHaveProperty("200");
  expect(responses).toHaveProperty("201.headers.Location");
});

it.each([
  ["a route that is not there", "getNot", /RELATION_UNKNOWN: creates leads to "getNot"/],
  [
    "a field that is not there",
    { to: "getNote", with: { note: "name" } },
    /RELATION_UNBOUND: creates fills \{note\} from "name"/,
  ],
])("refuses %s", async (_what, creates, message) => {
  const plugin = notes();
  const routes = plugin.routes as Readonly<Record<string, object>>;
  const wrong = { ...plugin, routes: { ...routes, addNote: { ...routes["addNote"], creates } } };
  await expect(createTestServer({ plugins: [wrong as unknown as Plugin] })).rejects.toThrow(
    message,
  );
});
