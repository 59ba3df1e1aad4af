/** The view of an answer: status, times, body, and each header explained. */
import { toHash } from "../shared/address.ts";
import type { ApiCall, ApiDescription, Meaning } from "../shared/model.ts";
import { findOperation } from "../shared/target.ts";
import { copyButton, el, prose } from "./dom.ts";
import { jsonView, type LinkOf } from "./json-view.ts";
import { type Body, type Head, MAX_SHOWN_BYTES, ownTarget } from "./send.ts";
import type { Messages } from "./messages.ts";

export interface ViewContext {
  readonly api: ApiDescription;
  readonly messages: Messages;
  /** Leads to the field of the credential; undefined where callers cannot authenticate. */
  readonly askCredential?: (() => void) | undefined;
}

/** Status line and times; `body` is undefined while it is being read. */
export function headView(head: Head, body: Body | undefined, context: ViewContext): HTMLElement {
  const { messages, api } = context;
  const { status, statusText } = head;
  const meaning = api.statuses[status] ?? api.statuses[`${Math.floor(status / 100)}xx`];
  const kind = status >= 400 ? "bad" : status >= 300 ? "warn" : "good";
  return el(
    "div",
    {},
    el(
      "p",
      { class: "status" },
      el(
        "strong",
        { class: `tag ${kind}`, "data-status": status },
        `${status} ${statusText}`.trim(),
      ),
      " ",
      ...meaningNodes(meaning),
    ),
    head.redirectedTo !== undefined && el("p", {}, messages.redirected(head.redirectedTo)),
    el(
      "dl",
      { class: "measures" },
      ...fact(messages.time, timeText(head, body, messages)),
      ...(body === undefined ? [] : fact(messages.size, sizeText(head, body, messages))),
    ),
  );
}

export function bodyView(head: Head, body: Body, context: ViewContext): HTMLElement {
  const { messages } = context;
  const title = el("h4", {}, messages.answerBody);
  const shown = el("div", {}, title);
  if (body.bytes === 0) {
    shown.append(el("p", { class: "soft" }, messages.emptyBody));
    return shown;
  }
  const type = head.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const cut = body.bytes > MAX_SHOWN_BYTES;
  if (cut) shown.append(el("p", { class: "card" }, messages.cut(messages.bytes(body.bytes))));
  const value = cut || !/[/+]json\b/.test(type) ? undefined : parsed(body.text);
  title.append(copyButton(messages, () => body.text));
  const content = value === undefined ? body.text : jsonView(value.json, linker(context));
  shown.append(
    scrolling(messages.answerBody, el("pre", { "data-body": true }, el("code", {}, content))),
  );
  return shown;
}

export function headersView(head: Head, context: ViewContext): HTMLElement {
  const { messages, api } = context;
  const rows = head.headers.map(([name, value]) => {
    const meaning = api.headers[name] ?? { text: messages.unexplained };
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, el("code", {}, name)),
      el("td", {}, el("code", { class: "value" }, value)),
      el(
        "td",
        {},
        ...meaningNodes(meaning),
        name === "etag" && head.call.method === "GET" && el("br"),
        name === "etag" &&
          head.call.method === "GET" &&
          el(
            "a",
            {
              href: toHash({ kind: "call", call: askingWith(head.call, value) }),
              "data-open": "send",
            },
            messages.withEtag,
          ),
      ),
    );
  });
  const titles = [messages.header, messages.value, messages.meaning];
  return el(
    "div",
    {},
    el("h4", {}, messages.answerHeaders),
    el(
      "table",
      { class: "headers" },
      el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, title)))),
      el("tbody", {}, ...rows),
    ),
  );
}

/** A box that scrolls, also by keyboard. */
export function scrolling(label: string, content: HTMLElement): HTMLElement {
  return el("div", { class: "box", tabindex: 0, role: "region", "aria-label": label }, content);
}

/** Links to operations open in the playground, others as usual. */
function linker({ api }: ViewContext): LinkOf {
  const operations = api.groups.flatMap((group) => group.operations);
  return (text) => {
    const target = ownTarget(text, api.baseUrl);
    if (target !== undefined) {
      if (findOperation(operations, "GET", target) === undefined) return el("a", { href: target });
      const call: ApiCall = { method: "GET", target, headers: [] };
      return el("a", { href: toHash({ kind: "call", call }), "data-open": "send" });
    }
    if (!/^https?:\/\/[^\s{}]+$/.test(text) || !URL.canParse(text)) return undefined;
    return el("a", { href: text, rel: "noreferrer" });
  };
}

function askingWith(call: ApiCall, etag: string): ApiCall {
  const others = call.headers.filter(([name]) => name.toLowerCase() !== "if-none-match");
  return { ...call, headers: [...others, ["If-None-Match", etag]] };
}

function meaningNodes(meaning: Meaning | undefined): (Node | string)[] {
  if (meaning === undefined) return [];
  const { text, spec } = meaning;
  if (spec === undefined) return prose(text);
  return [
    ...prose(text),
    " ",
    el("a", { class: "spec", href: spec.href, rel: "noreferrer" }, spec.name),
  ];
}

function fact(name: string, value: string): HTMLElement[] {
  return [el("div", {}, el("dt", {}, name), el("dd", {}, value))];
}

function timeText({ headers, headMs }: Head, body: Body | undefined, messages: Messages): string {
  const timing = headers.find(([name]) => name === "server-timing")?.[1] ?? "";
  const server = /(?:^|,)\s*(?:app|total)[^,]*;\s*dur=([\d.]+)/.exec(timing)?.[1];
  const total = messages.milliseconds(body?.totalMs ?? headMs);
  return server === undefined ? total : `${total} (${messages.server(server)})`;
}

function sizeText({ call, headers }: Head, { bytes }: Body, messages: Messages): string {
  const coding = headers.find(([name]) => name === "content-encoding")?.[1];
  const length = headers.find(([name]) => name === "content-length")?.[1];
  const size = messages.bytes(bytes);
  // The length that HEAD announces is that of the answer to GET.
  if (coding === undefined || length === undefined || call.method === "HEAD") return size;
  return `${size} (${messages.onTheWay(messages.bytes(Number(length)))}, ${coding})`;
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
