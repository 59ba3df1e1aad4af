/** O1: which routes the credentials of a check reach. */
import { expect, it } from "vitest";
import { unreachedRoutes, UnknownCredentialError } from "../../../../plugins/tools/shared/reach.ts";
import { createTestServer } from "waymark/testing";
import type { Operation } from "waymark/conformance";

const server = await createTestServer({
  config: {
    plugins: {
      access: { require: { brains: "authenticated", offices: "authenticated" } },
    },
  },
});
const { registry } = server;
await server.close();

function answering(status: number): readonly Operation[] {
  return registry.routes
    .filter(({ path }) => /^\/api\/(brains|offices|ping)$/.test(path))
    .map((route) => {
      const answer = () => Promise.resolve({ status, headers: {}, body: Buffer.from("{}") });
      return { route, base: answer, askAt: answer } as unknown as Operation; // the members that are read
    });
}
const given = { exclusive: false, credentials: { authorization: "Bearer x" } } as never;

it("names what a known credential may not do", async () => {
  const unreached = await unreachedRoutes(answering(403), given);
  expect([...unreached.keys()].map(({ path }) => path).toSorted()).toEqual([
    "/api/brains",
    "/api/offices",
  ]);
});

it("fails for a credential that is unknown everywhere", async () => {
  await expect(unreachedRoutes(answering(401), given)).rejects.toThrow(UnknownCredentialError);
});
