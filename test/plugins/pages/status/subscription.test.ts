/** Webhooks for changes of the status: offered where callers may subscribe, and sent. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { History, type HealthReport } from "waymark/services";
import { json, startServer, until } from "../../../_setup.ts";
import { receiver, SECRET, startRooms } from "../../writes/_receiver.ts";

const read = async (plugins: object, language = "en") => {
  const server = await startServer({ config: { plugins: { jobs: true, ...plugins } } });
  const headers = { accept: "text/html", "accept-language": language };
  const page = await (await server.request("/status", { headers })).text();
  return { page, webhooks: await json(await server.request("/api/webhooks")) };
};
const WITH_KEYS = { webhooks: { enabled: true }, "api-keys": true };

it.each([
  ["en", "Webhook of each change"],
  ["es", "Webhook de cada cambio"],
])("the page says in %s how to subscribe", async (language, title) => {
  const { page, webhooks } = await read(WITH_KEYS, language);
  for (const part of [title, "<code>webhooks:write</code>", "status.changed", "$WAYMARK_TOKEN"])
    expect(page).toContain(part);
  expect(webhooks).toMatchObject({ eventTypes: expect.arrayContaining(["status.changed"]) });
});

it.each([
  ["by default", {}],
  ["without callers who may subscribe", { webhooks: { enabled: true } }],
  ["without a history", { ...WITH_KEYS, history: false }],
])("%s the page does not mention it", async (_name, plugins) => {
  expect((await read(plugins)).page).not.toContain('id="webhooks"');
});

it("changes that holders make to their keys are not sent", async () => {
  const { webhooks } = await read(WITH_KEYS);
  expect(JSON.stringify(webhooks)).not.toMatch(/"account\./);
});

it("a change of the state is sent", async () => {
  let state: HealthReport = { status: "ok" };
  let past: History | undefined;
  const part = definePlugin({
    id: "part",
    summary: "A part that may be down.",
    needs: { history: History },
    setup: ({ history }) => void (past = history),
    health: () => ({ pulse: () => state }),
  }) as Plugin;
  const { url, all } = await receiver();
  const own = { url, secret: SECRET, events: ["status.changed"] };
  await startRooms({ subscriptions: { own } }, { health: { cache: "0s" } }, [part]);
  state = { status: "down" };
  await past?.look();
  await past?.look();
  await until(() => all.length > 0);
  expect(JSON.parse(all[0]?.body ?? "")).toMatchObject({
    type: "status.changed",
    data: { from: "ok", to: "down" },
  });
});
