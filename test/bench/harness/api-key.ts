/** An API key in a store of its own, for contenders that open it. */
import { BADGE, benchBadges } from "../contenders/bench-badges.ts";
import { createTestServer } from "../../../plugins/tools/testing/index.ts";

/** Creates the store at this path; returns Authorization's value. */
export async function createApiKey(file: string): Promise<string> {
  const plugins = { store: { file }, "api-keys": {}, "bench-badges": benchBadges() };
  const server = await createTestServer({ config: { plugins } });
  try {
    const answer = await server.fetch("/api/keys", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: BADGE },
      body: JSON.stringify({ name: "bench" }),
    });
    if (answer.status !== 201) throw new Error(`no key: ${answer.status} ${await answer.text()}`);
    const { token } = (await answer.json()) as { readonly token: string };
    return `Bearer ${token}`;
  } finally {
    await server.close();
  }
}
