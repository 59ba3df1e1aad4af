/** The view of an answer: status, times, headers explained, and the request that it belongs to. */
import { toHash } from "../../shared/operations/address.ts";
import { VARIABLE } from "../../shared/operations/commands.ts";
import type { ApiCall, Meaning } from "../../shared/operations/model.ts";
import type { ApiDescription } from "../../shared/playground/description.ts";
import { copyButton, el, prose, scrolling } from "../../shared/browser/dom.ts";
import { bytesText, fill, type Messages } from "./messages.ts";
import { type Body, type Head, headerOf } from "./send.ts";
import type { Tab } from "./tabs.ts";

export interface ViewContext {
  readonly api: ApiDescription;
  readonly messages: Messages;
  /** Leads to the field of the credential; undefined where callers cannot authenticate. */
  readonly askCredential: (() => void) | undefined;
  /** Checks that the playground of this page has the operation of a call. */
  isHere(call: ApiCall): boolean;
}

/** Attributes of a link that sends a call: in this playground, or in that with every operation. */
export function hrefOf(call: ApiCall, { api, isHere }: ViewContext): Record<string, string> {
  const hash = toHash({ kind: "call", call });
  return isHere(call) ? { href: hash, "data-send": "" } : { href: `${api.home}${hash}` };
}

/** Status and its meaning, time and size; `body` is undefined while it is being read. */
export function headView(head: Head, body: Body | undefined, context: ViewContext): HTMLElement {
  const { messages, api } = context;
  const { status, statusText, redirectedTo } = head;
  const meaning = api.statuses[status] ?? api.statuses[`${Math.floor(status / 100)}xx`];
  const kind = status >= 400 ? "bad" : status >= 300 ? "warn" : "good";
  const text = `${status} ${statusText}`.trim();
  const [, record] = /<([^>]*)>; rel="related"; t/.exec(headerOf(head, "link") ?? "") ?? [];
  return el(
    "div",
    {},
    el(
      "p",
      { class: "measures" },
      el("strong", { class: `tag ${kind}`, "data-status": status }, text),
      el("span", {}, timeText(head, body, messages)),
      body !== undefined && el("span", {}, sizeText(head, body, messages)),
    ),
    el("p", { class: "note" }, ...meaningNodes(meaning)),
    redirectedTo !== undefined && el("p", {}, fill(messages.redirected, redirectedTo)),
    record !== undefined && el("p", {}, el("a", { href: record }, api.recording?.title)),
  );
}

/** The parts of an answer, each in a panel. */
export function partsOf(head: Head, body: HTMLElement, context: ViewContext): readonly Tab[] {
  const { messages } = context;
  return [
    { name: messages.body, panel: body },
    { name: messages.answerHeaders, panel: headersView(head, context) },
    { name: messages.request, panel: requestView(head.call, messages) },
  ];
}

/** The reason why no answer came, and the request. */
export function failureView(
  { call, failure }: { readonly call: ApiCall; readonly failure: string },
  { messages }: ViewContext,
): readonly HTMLElement[] {
  return [
    el(
      "p",
      {},
      el("strong", { class: "tag bad", "data-status": 0 }, messages.networkError),
      ` ${failure}`,
    ),
    el("p", {}, messages.networkHint),
    requestView(call, messages),
  ];
}

/** The request as it was sent. */
function requestView({ method, target, headers, credential, body }: ApiCall, messages: Messages) {
  const text = [
    `${method} ${target} HTTP`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(credential === undefined ? [] : [`${credential.header}: ${credential.prefix}$${VARIABLE}`]),
    ...(body === undefined ? [] : ["", body]),
  ].join("\n");
  return el(
    "div",
    {},
    el(
      "p",
      { class: "tools" },
      copyButton(messages, () => text),
    ),
    el("pre", { "data-request": true }, text),
  );
}

/** Headers in the groups and the order of the description; headers that it lacks come last. */
function headersView({ headers, call }: Head, context: ViewContext): HTMLElement {
  const { messages, api } = context;
  const names = Object.keys(api.headers);
  const place = (name: string) => (api.headers[name]?.group ? names.indexOf(name) : names.length);
  const sorted = headers.toSorted(([a], [b]) => place(a) - place(b));
  const titles = [messages.header, messages.value, messages.meaning];
  const table = el(
    "table",
    { class: "headers" },
    el("thead", {}, el("tr", {}, ...titles.map((title) => el("th", { scope: "col" }, title)))),
  );
  let open: string | undefined;
  for (const [name, value] of sorted) {
    const meaning = api.headers[name];
    const group = meaning?.group ?? "other";
    if (group !== open) {
      const title = el("th", { colspan: 3, scope: "rowgroup" }, messages[`group.${group}`]);
      table.append(el("tbody", {}, el("tr", {}, title)));
    }
    open = group;
    const asked = name === "etag" && call.method === "GET" ? etagLink(call, value, context) : [];
    table.lastElementChild?.append(
      el(
        "tr",
        {},
        el("th", { scope: "row" }, el("code", {}, name)),
        el("td", {}, el("code", { class: "value" }, value)),
        el("td", {}, ...meaningNodes(meaning ?? { text: messages.unexplained }), ...asked),
      ),
    );
  }
  return el("div", {}, scrolling(messages.answerHeaders, table));
}

/** Asks again with the ETag, without the headers of all requests. */
function etagLink(call: ApiCall, etag: string, context: ViewContext): readonly HTMLElement[] {
  const others = call.headers.filter(([name]) => name.toLowerCase() !== "if-none-match");
  const asking: ApiCall = { ...call, headers: [...others, ["If-None-Match", etag]] };
  return [el("br"), el("a", hrefOf(asking, context), context.messages.withEtag)];
}

function meaningNodes(meaning: Meaning | undefined): (Node | string)[] {
  if (meaning === undefined) return [];
  const { text, spec } = meaning;
  if (spec === undefined) return prose(text);
  const link = el("a", { class: "spec", href: spec.href, rel: "noreferrer" }, spec.name);
  return [...prose(text), " ", link];
}

function timeText(head: Head, body: Body | undefined, messages: Messages): string {
  const timing = headerOf(head, "server-timing") ?? "";
  const server = /(?:^|,)\s*(?:app|total)[^,]*;\s*dur=([\d.]+)/.exec(timing)?.[1];
  const total = `${body?.totalMs ?? head.headMs} ms`;
  return server === undefined ? total : `${total} (${fill(messages.ofServer, server)})`;
}

function sizeText(head: Head, { bytes }: Body, messages: Messages): string {
  const coding = headerOf(head, "content-encoding");
  const length = headerOf(head, "content-length");
  const size = bytesText(bytes);
  if (length === undefined) return size;
  const announced = bytesText(Number(length));
  // The length that HEAD announces is that of the answer to GET.
  if (head.call.method === "HEAD") return fill(messages.headSize, announced);
  return coding === undefined ? size : `${size} (${fill(messages.onTheWay, announced, coding)})`;
}
