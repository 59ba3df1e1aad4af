/** A mutation with a key of idempotency is carried out once. */
import { expect, it } from "vitest";
import preset from "waymark/preset";
import { json, startServer } from "../../_setup.ts";
import { ordersPlugin, type Runs } from "../writes/_shop.ts";
import { post, type Answer } from "./_setup.ts";

const ORDER = `mutation($item: String!, $key: String) {
  addOrder(input: { item: $item }, idempotencyKey: $key) { status replayed location order { id } }
}`;

it("repeats the result for the same key, and refuses the key for another input", async () => {
  const runs: Runs = { count: 0 };
  const server = await startServer({
    plugins: [...preset, ordersPlugin(runs)],
    config: { plugins: { idempotency: { enabled: true } } },
  });
  const ask = (path: string, init?: RequestInit) => server.request(path, init);
  const order = async (key: string | null, item = "tea") =>
    json<Answer>(await post(ask, { query: ORDER, variables: { item, key } }));
  const key = 'a "quoted" \\ key';
  const first = (await order(key)).data?.["addOrder"] ?? {};
  expect(first).toMatchObject({ status: 201, replayed: false });
  expect((await order(key)).data).toEqual({ addOrder: { ...(first as object), replayed: true } });
  expect(runs.count).toBe(1);
  expect((await order(key, "coffee")).errors).toMatchObject([
    { extensions: { code: "idempotency-key-reused", status: 422 } },
  ]);
  expect((await order("")).errors).toMatchObject([
    { extensions: { code: "idempotency-key-malformed", status: 400 } },
  ]);
  expect((await order(null)).data?.["addOrder"]).toMatchObject({ replayed: false });
  expect(runs.count).toBe(2);
  const refused = [await order("b", "refuse"), await order("b", "refuse")];
  for (const { errors } of refused)
    expect(errors).toMatchObject([{ message: "Run 3.", extensions: { code: "out-of-stock" } }]);
  const note = "mutation { addNote { status note { run } } }";
  expect((await json<Answer>(await post(ask, { query: note }))).data).toEqual({
    addNote: { status: 409, note: { run: 4 } },
  });
});
