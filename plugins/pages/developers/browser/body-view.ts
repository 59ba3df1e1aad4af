/** The body of an answer: its text with links, the next page, and the difference that a write made. */
import type { ApiCall } from "../../shared/operations/model.ts";
import { findOperation } from "../../shared/operations/target.ts";
import { hrefOf, type ViewContext } from "./answer-view.ts";
import { changesIn } from "./changes.ts";
import { copyButton, el, scrolling } from "./dom.ts";
import { parsed } from "./json.ts";
import { jsonView, type LinkOf } from "./json-view.ts";
import { bytesText, fill } from "./messages.ts";
import { refusalView } from "./refusal-view.ts";
import { type Body, type Head, MAX_SHOWN_BYTES, ownTarget } from "./send.ts";

/** @param before the JSON of the resource before a write. */
export function bodyView(
  head: Head,
  body: Body,
  before: string | undefined,
  context: ViewContext,
): HTMLElement {
  const { messages } = context;
  if (body.bytes === 0) return el("div", {}, el("p", { class: "soft" }, messages.emptyBody));
  const type = head.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isCut = body.bytes > MAX_SHOWN_BYTES;
  const value = isCut || !/[/+]json\b/.test(type) ? undefined : parsed(body.text);
  const content = value === undefined ? body.text : jsonView(value.json, linker(context));
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
      changesView(parsed(before)?.json, value.json, context),
    scrolling(messages.body, el("pre", { "data-body": true }, el("code", {}, content))),
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

function changesView(before: unknown, after: unknown, { messages }: ViewContext): HTMLElement {
  const lines = changesIn(textOf(before), textOf(after));
  const isSame = lines.every(({ kind }) => kind === " ");
  if (isSame) return el("p", { class: "soft" }, messages.unchanged);
  const tags = { "+": "ins", "-": "del", " ": "span" } as const;
  const code = lines.map(({ kind, text }) => el(tags[kind], {}, `${kind} ${text}\n`));
  return el(
    "details",
    { open: true, "data-changes": true },
    el("summary", {}, messages.changes),
    scrolling(messages.changes, el("pre", {}, el("code", {}, ...code))),
  );
}

/** Links to operations open in the playground, others as usual. */
function linker(context: ViewContext): LinkOf {
  const { api } = context;
  const operations = api.groups.flatMap((group) => group.operations);
  return (text) => {
    const target = ownTarget(text, api.baseUrl);
    if (target !== undefined) {
      if (findOperation(operations, "GET", target) === undefined) return el("a", { href: target });
      return el("a", hrefOf({ method: "GET", target, headers: [] }, context));
    }
    if (!/^https?:\/\/[^\s{}]+$/.test(text) || !URL.canParse(text)) return undefined;
    return el("a", { href: text, rel: "noreferrer" });
  };
}

function textOf(json: unknown): string {
  return JSON.stringify(json, undefined, 2) ?? "";
}
