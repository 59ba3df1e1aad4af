import { absoluteRootLink, capabilityFlags } from "waymark/advanced";
import { describe, expect, it } from "vitest";

describe("capabilityFlags", () => {
  it("has every known flag in the order given, then those of plugins", () => {
    const flags = capabilityFlags({ capabilities: { atlas: true, sse: true, bulk: false } }, [
      "bulk",
      "auth",
      "sse",
    ]);
    expect(Object.entries(flags)).toEqual([
      ["bulk", false],
      ["auth", false],
      ["sse", true],
      ["atlas", true],
    ]);
  });
});

describe("absoluteRootLink", () => {
  it.each([
    ["terms", "https://api.example/terms"],
    ["docs", "https://docs.example/"],
    ["missing", undefined],
    ["constructor", undefined],
  ])("%s is %s", (name, href) => {
    const rootLinks = { terms: "/terms", docs: "https://docs.example/" };
    expect(absoluteRootLink({ rootLinks, baseUrl: "https://api.example" }, name)).toBe(href);
  });
});
