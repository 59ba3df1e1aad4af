/** HTML that cannot be broken by the values in it. */
import { expect, it } from "vitest";
import { html } from "../../../registry/contract/html.ts";

it.each([
  ["markup", `<a href="x">&'</a>`, "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;"],
  [
    "control characters",
    "a\0b\u0008c\u000bd\u001fe\u007ff",
    "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf",
  ],
  ["lines and tabs", "a\n\r\tb\f", "a\n\r\tb\uFFFD"],
])("shows %s as text", (_what, value, shown) => {
  expect(String(html`<p title="${value}">${value}</p>`)).toBe(`<p title="${shown}">${shown}</p>`);
});
