import { absoluteRootLink } from "waymark/advanced";
import { describe, expect, it } from "vitest";

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
