/** Templates of the files that commands write. */
import { expect, it } from "vitest";
import { fill } from "../../../plugins/shared/template.ts";

const filled = (text: string, view: object, others: Readonly<Record<string, string>> = {}) =>
  fill("main", { templates: { main: text, ...others }, view, write: (one) => `<${String(one)}>` });

it("writes values, lists, conditions and other templates", () => {
  const text = `{{a.b}} {{{a.b}}}
{{#list}}
- {{name}} of {{a.b}}{{#isLast}}.{{/isLast}}
{{/list}}
{{^list}}
empty
{{/list}}
{{#none}}
none
{{/none}}
{{^none}}
  {{>other}}
{{/none}}
`;
  const list = [
    { name: "x", isLast: false },
    { name: "y", isLast: true },
  ];
  const other = "{{{lines}}}\n{{#list}}\n{{{name}}}\n{{/list}}\n";
  expect(filled(text, { a: { b: 1 }, list, none: [], lines: "$1\n\n{{k}}" }, { other })).toBe(
    "<1> 1\n- <x> of <1>\n- <y> of <1>.\n  $1\n\n  {{k}}\n  x\n  y\n",
  );
  expect(filled("{{#each}}{{.}}{{/each}}", { each: ["a", "b"] })).toBe("<a><b>");
});

it("indents after line feeds alone", () => {
  expect(filled("  {{{text}}}\n", { text: "a\u2028b\rc\n\nd" })).toBe("  a\u2028b\rc\n\n  d\n");
});

it.each(["{{nmae}}", "{{#nmae}}x{{/nmae}}", "{{>nmae}}\n", "{{{nmae}}}"])(
  "refuses a name that the view lacks: %s",
  (text) => {
    expect(() => filled(text, { name: "x" })).toThrow("has the name nmae");
  },
);
