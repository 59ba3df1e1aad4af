/** The body of an answer: its text with links, the next page, and the difference that a write made. */
import type { ApiCall } from "../../shared/operations/model.ts";
import { jsonTokens } from "../../shared/json-tokens.ts";
import { fromTarget } from "../../shared/operations/target.ts";
import { hrefOf, type ViewContext } from "./answer-view.ts";
import { changeList } from "../../shared/browser/changes.ts";
import { copyButton, el, scrolling } from "../../shared/browser/dom.ts";
import { membersIn, parsed } from "../../shared/browser/json.ts";
import { bytesText, fill } from "./messages.ts";
import { refusalView } from "./refusal-view.ts";
import { type Body, type Head, headerOf, MAX_SHOWN_BYTES, ownTarget } from "./send.ts";

/** @param before the JSON of the resource before a write. */
export function bodyView(
  head: Head,
  body: Body,
  before: string | undefined,
  context: ViewContext,
): HTMLElement {
  const { messages } = context;
  if (body.bytes === 0) return el("div", {}, el("p", { class: "soft" }, messages.emptyBody));
  const type = headerOf(head, "content-type") ?? "";
  const isCut = body.bytes > MAX_SHOWN_BYTES;
  const value = isCut || !/[/+]json\b/.test(type) ? undefined : parsed(body.text);
  const content = value === undefined ? [body.text] : jsonNodes(value.json, context);
  return el(
    "div",
    {},
    refusalView(head, body, context),
    isCut && el("p", { class: "card" }, fill(messages.cut, bytesText(body.bytes))),
    el(
      "p",
      { class: "tools" },
      ...pageNodes(value?.json, context),
      copyButton(messages, () => body.text),
    ),
    before !== undefined &&
      head.status < 300 &&
      value !== undefined &&
      changesView(membersIn(before), membersIn(body.text), context),
    scrolling(messages.body, el("pre", { "data-body": true }, el("code", {}, ...content))),
  );
}

/** The number of items in a list, and a link to its next page. */
function pageNodes(json: unknown, context: ViewContext): readonly (Node | string)[] {
  const { messages, api } = context;
  const { _meta, _links } = Object(json);
  const count: unknown = Object(_meta).count;
  const next = ownTarget(String(Object(Object(_links).next).href ?? ""), api.baseUrl);
  const call: ApiCall = { method: "GET", target: next ?? "", headers: [] };
  return [
    ...(typeof count === "number" ? [el("span", {}, fill(messages.items, count))] : []),
    ...(next === undefined
      ? []
      : [
          el(
            "a",
            { class: "button quiet", "data-next": true, ...hrefOf(call, context) },
            messages.nextPage,
          ),
        ]),
  ];
}

function changesView(before: object, after: object, { messages }: ViewContext): HTMLElement {
  const list = changeList({ ...before }, { ...after });
  if (list === undefined) return el("p", { class: "soft" }, messages.unchanged);
  return el(
    "details",
    { open: true, "data-changes": true },
    el("summary", {}, messages.changes),
    list,
  );
}

/** JSON, coloured, with its addresses as links. */
function jsonNodes(json: unknown, context: ViewContext): readonly (Node | string)[] {
  return jsonTokens(json).map(({ text, kind }) => {
    if (kind === undefined) return text;
    const link = kind === "string" ? linkOf(JSON.parse(text), context) : undefined;
    const content = link === undefined ? [text] : ['"', el("a", link, text.slice(1, -1)), '"'];
    return el("span", { class: `json-${kind}` }, ...content);
  });
}

/** Links to operations open in the playground, others as usual; undefined for text without an address. */
function linkOf(text: string, context: ViewContext): Record<string, string> | undefined {
  const { api } = context;
  const target = ownTarget(text, api.baseUrl);
  if (target !== undefined) {
    const paths = api.paths ?? api.operations.map(({ path }) => path);
    return paths.some((path) => fromTarget({ path }, target) !== undefined)
      ? hrefOf({ method: "GET", target, headers: [] }, context)
      : { href: target };
  }
  return /^https?:\/\/[^\s{}]+$/.test(text) && URL.canParse(text)
    ? { href: text, rel: "noreferrer" }
    : undefined;
}
