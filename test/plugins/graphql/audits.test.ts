/** The audits of graphql-http 1.23. They follow an older draft; where the current one differs they warn, and say so here. */
import { serverAudits } from "graphql-http";
import { afterAll, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";

/** Audits that do not pass, with the reason. */
const EXPECTED: Readonly<Record<string, string>> = {
  "47DE":
    "clients that accept any type receive the registered one; the draft leaves the choice to the server",
  "80D8": "the same for clients without an Accept header",
  "423L": "a request that is not well-formed is 422 by now",
  LKJ0: "so it is for a query that is an object",
  LKJ1: "… a number",
  LKJ2: "… a boolean",
  LKJ3: "… a list",
  "6C00": "… and for an operation name that is an object",
  "6C01": "… a number",
  "6C02": "… a boolean",
  "6C03": "… a list",
  "4760": "… for variables that are a string",
  "4761": "… a number",
  "4762": "… a boolean",
  "4763": "… a list",
  "58B0": "… and for extensions that are a string",
  "58B1": "… a number",
  "58B2": "… a boolean",
  "58B3": "… a list",
  "3E3A": "… and for a query under a wrong name",
  "86EE": "variables that do not fit are 422 by now",
};

const server = await createTestServer();
afterAll(() => server.close());

it("finds no error, and only the warnings that are explained", async () => {
  const url = `${server.origin}/api/graphql`;
  const results = await Promise.all(serverAudits({ url }).map((audit) => audit.fn()));
  expect(results.length).toBeGreaterThan(50);
  expect(results.filter(({ status }) => status === "error")).toEqual([]);
  const others = results.filter(({ status }) => status !== "ok").map(({ id }) => id);
  expect(others.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});
