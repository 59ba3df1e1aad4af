/** Secrets of webhooks in the data file: encrypted with keys of the config, which may change. */
import { DatabaseSync } from "node:sqlite";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { folderOf } from "../../_folder.ts";
import { json, until } from "../../_setup.ts";
import { put, receiver, SECRET, send, startRooms } from "./_receiver.ts";

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64"));
const wes = { authorization: "Bearer badge-wes" };

/** Everything that is on disk for the service. */
const onDisk = (file: string) =>
  readdirSync(dirname(file))
    .map((name) => readFileSync(join(dirname(file), name), "latin1"))
    .join("");

it("S9: are encrypted with the first key, read with all, and re-encrypted", async () => {
  const file = join(folderOf(), "waymark.db");
  const { url, all } = await receiver();
  const start = (encryptionKeys: readonly unknown[], subscriptions = {}) =>
    startRooms({ encryptionKeys, subscriptions }, { store: { file }, access: {} });
  const secrets: string[] = [];
  let number = 0;
  const delivers = async (server: Awaited<ReturnType<typeof start>>) => {
    const before = all.length;
    await put(server, String(number++));
    await until(() => all.length >= before + 2);
    for (const { headers, body } of all.slice(before)) {
      const signs = (secret: string) => {
        try {
          return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
        } catch {
          return false;
        }
      };
      expect(secrets.some(signs)).toBe(true);
    }
  };

  const plain = await start([]);
  const subscribed = await send(plain, "POST", "/api/webhook-subscriptions", { url }, wes);
  const { id, secret } = await json<{ id: string; secret: string }>(subscribed);
  await plain.close();
  expect(onDisk(file)).toContain(secret);

  secrets.push(secret, SECRET);
  let server = await start([first], { own: { url, secret: SECRET } });
  await delivers(server);
  const rotated = await send(
    server,
    "POST",
    `/api/webhook-subscriptions/${id}/rotate`,
    { overlap: "1h" },
    wes,
  );
  const text = await rotated.text();
  expect(text).not.toContain("aes256gcm");
  secrets.push((JSON.parse(text) as { secret: string }).secret);
  await server.close();

  server = await start([second, first], { own: { url, secret: SECRET } });
  await delivers(server);
  await server.close();
  server = await start([second], { own: { url, secret: SECRET } });
  await delivers(server);
  await server.close();

  const rows = () => {
    const database = new DatabaseSync(file);
    database.exec("vacuum"); // pages that are free may have what was there before
    const found = database.prepare("select * from webhookSubscriptions").all();
    database.close();
    return found;
  };
  expect(rows()).toHaveLength(2);
  for (const one of secrets) expect(onDisk(file)).not.toContain(one);

  await expect(start([first])).rejects.toThrow(/was encrypted with the key [\da-f]{8}…/);
  await expect(start([])).rejects.toThrow("encryptionKeys");
  // The ciphertext of another row is none of this one's.
  const database = new DatabaseSync(file);
  database.exec(
    `update webhookSubscriptions set secret = (select secret from webhookSubscriptions where id = 'config-own')`,
  );
  database.close();
  await expect(start([first, second])).rejects.toThrow("was changed in the store");
});
