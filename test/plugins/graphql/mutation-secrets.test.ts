/** A secret that an answer has once is there once in GraphQL as well, and nowhere else. */
import { expect, it } from "vitest";
import { eventually } from "../identity/_audit.ts";
import { as } from "../identity/_setup.ts";
import { startKeys, statusOf } from "../identity/_keys.ts";
import { post, query, type Answer } from "./_setup.ts";
import { json, recordingLog } from "../../_setup.ts";

it("shows the secret of a key to the one who creates it, once", async () => {
  const { log, lines } = recordingLog();
  const server = await startKeys({ log, config: { plugins: { audit: true } } });
  const ask = (path: string, init?: RequestInit) => server.request(path, init);
  const mutate = async (text: string, name = "kim") => {
    const answer = await post(ask, { query: text }, as(name));
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return json<Answer>(answer);
  };
  const create = `mutation { createKey(input: { name: "Test" }) { status location key { id token } } }`;
  expect((await mutate(create, "ann")).errors).toMatchObject([
    { extensions: { code: "insufficient-scope", status: 403 } },
  ]);
  const { data } = await mutate(create);
  const { key, ...created } = data?.["createKey"] ?? { key: { id: "", token: "" } };
  const { id, token } = key;
  expect(created).toEqual({ status: 201, location: `/api/keys/${id}` });
  expect(await statusOf(server, token)).toBe(200);

  const rotated = await mutate(`mutation { rotateKey(keyId: "${id}") { key { token } } }`);
  const next = (rotated.data?.["rotateKey"] ?? { key: { token: "" } }).key.token;
  expect([await statusOf(server, token), await statusOf(server, next)]).toEqual([401, 200]);

  const read = await query(ask, "{ keys { token } }");
  expect(read.errors?.[0]?.message).toContain('Cannot query field "token"');
  const again = await mutate(create);
  expect(JSON.stringify(again)).not.toContain(token);
  let audited = "";
  await eventually(server, (records) => {
    audited = JSON.stringify(records);
    expect(audited).toContain("createKey");
    expect(audited).toContain("rotateKey");
  });
  for (const text of [JSON.stringify(lines), audited])
    for (const secret of [token, next]) expect(text).not.toContain(secret);
});
