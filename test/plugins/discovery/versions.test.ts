import { expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { describeMatrix, json } from "../../_setup.ts";

const v1 = { version: "v1", stability: "stable", apiRoot: "/api", sunset: null };

describeMatrix("versions and conformance", {}, (ask) => {
  it("lists the version that the root reports", async () => {
    const { versions, _meta, _links } = await json(await ask("/api/versions"));
    expect(versions).toEqual([v1]);
    expect(_meta).toEqual({ count: 1 });
    expect(_links).toMatchObject({ profile: { href: "/api/schemas/ApiVersions" } });
    const { apiVersion, stability } = await json(await ask("/api"));
    expect({ apiVersion, stability }).toEqual({ apiVersion: "v1", stability: "stable" });
  });

  it("names the specifications that the root names, and counts them", async () => {
    const { conformsTo, _meta, _links } = await json<{
      conformsTo: string[];
      [key: string]: unknown;
    }>(await ask("/api/conforms-to"));
    expect(conformsTo).toEqual((await json(await ask("/api")))["conformsTo"]);
    for (const number of [7807, 5988, 9110, 9116, 9727])
      expect(conformsTo).toContain(`https://www.rfc-editor.org/rfc/rfc${number}`);
    expect(_meta).toEqual({ count: conformsTo.length });
    expect(_links).toMatchObject({ profile: { href: "/api/schemas/ConformsTo" } });
  });
});

it("follow the config", async () => {
  const v0 = { version: "v0", stability: "retired", apiRoot: "https://old.example/api" };
  const server = await createTestServer({
    config: {
      plugins: {
        root: {
          apiVersion: "v1.1",
          stability: "deprecated",
          sunset: "2030-01-01",
          otherVersions: [v0],
        },
        "security-txt": false,
      },
    },
  });
  const { versions } = await json(await server.fetch("/api/versions"));
  expect(versions).toEqual([
    { version: "v1.1", stability: "deprecated", apiRoot: "/api", sunset: "2030-01-01" },
    { ...v0, sunset: null },
  ]);
  expect(await (await server.fetch("/api/conforms-to")).text()).not.toContain("rfc9116");
  await server.close();
});

it.each([{ sunset: "soon" }, { otherVersions: [{ ...v1, apiRoot: "javascript:x" }] }])(
  "refuses %j",
  async (root) => {
    await expect(createTestServer({ config: { plugins: { root } } })).rejects.toThrow(
      /OPTION_INVALID/,
    );
  },
);
