/** The page for holders of keys: on where keys and usage are, complete without scripts, and nowhere named otherwise. */
import { expect, it } from "vitest";
import { startServer } from "../../_setup.ts";
import { startKeys } from "../identity/_keys.ts";

type Server = Awaited<ReturnType<typeof startServer>>;

const read = async (server: Server, path: string, language = "en") => {
  const headers = { accept: "text/html", "accept-language": language };
  const answer = await server.request(path, { headers });
  return { status: answer.status, text: await answer.text() };
};

it.each([
  ["en", "This page needs JavaScript to show your key", "The same with commands"],
  ["es", "Esta página necesita JavaScript para mostrar tu clave", "Lo mismo con órdenes"],
])("says in %s, without a script, how to do the same", async (language, noScript, commands) => {
  const server = await startKeys({}, { obtain: "https://example.com/keys" });
  const { status, text } = await read(server, "/account", language);
  expect(status).toBe(200);
  for (const part of [noScript, commands, 'href="https://example.com/keys"'])
    expect(text).toContain(part);
  for (const path of [
    "/api/account&#39;",
    "/api/usage&#39;",
    "/api/account/{keyId}/rotate&#39;",
    "/api/account/{keyId}&#39;",
  ])
    expect(text).toContain(path);
  expect(text.match(/\$WAYMARK_TOKEN&quot;/g)).toHaveLength(4);
  expect((await read(server, "/developers", language)).text).toContain('href="/account"');
});

it.each([
  ["by default", {}],
  ["without usage", { "api-keys": true, usage: false }],
  ["without keys", { access: {} }],
])("%s it is not there, and nothing names it", async (_name, plugins) => {
  const server = await startServer({ config: { plugins } });
  expect((await read(server, "/account")).status).toBe(404);
  for (const path of [
    "/developers",
    "/developers/operations.json",
    "/sitemap",
    "/sitemap.xml",
    "/llms.txt",
  ])
    expect((await read(server, path)).text).not.toMatch(/(?<!\/api)\/account/);
});
