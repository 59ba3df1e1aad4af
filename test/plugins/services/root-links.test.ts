import type { Registry } from "waymark";
import { absoluteRootLink } from "waymark/services";
import { describe, expect, it } from "vitest";

describe("absoluteRootLink", () => {
  it.each([
    ["terms", "https://api.example/terms"],
    ["docs", "https://docs.example/"],
    ["missing", undefined],
    ["constructor", undefined],
  ])("%s is %s", (name, href) => {
    const hrefs = { terms: "/terms", docs: "https://docs.example/" };
    const of = (() => ({ hrefs, externalPages: [] })) as Registry["of"];
    expect(absoluteRootLink({ of, baseUrl: "https://api.example" }, name)).toBe(href);
  });
});
