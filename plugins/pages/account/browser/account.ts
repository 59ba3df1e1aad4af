/** Shows a key to its holder: the key goes into headers alone, and into storage only if the holder asks for that. */
import { el, labelled, newId, on } from "../../shared/browser/dom.ts";
import {
  fetchWith,
  keepSecret,
  keptSecret,
  quotaIn,
  type Secret,
} from "../../shared/browser/tab-credential.ts";
import { fill } from "../../shared/fill.ts";
import type english from "../messages.json";

interface Place {
  readonly key: string;
  readonly usage: string;
  readonly messages: (typeof english)["texts"];
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly plan?: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly lastUsedAt?: string;
}

interface Usage {
  readonly period: string;
  readonly requestsUsed: number;
  readonly requestsLimit: number | null;
  readonly days: readonly { readonly date: string; readonly requestsUsed: number }[];
}

const { lang } = document.documentElement;
/** Spelled as on all other pages. */
const locale = lang === "en" ? "en-GB" : lang;
const MONTH = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const MOMENT = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
  timeZoneName: "short",
});
const host = document.querySelector<HTMLElement>("#account");
const inside = host?.querySelector("script");
if (host && inside) start(host, JSON.parse(inside.text) as Place);

function start(place: HTMLElement, { key: path, usage, messages }: Place): void {
  const input = el("input", { type: "password", autocomplete: "off", spellcheck: "false" });
  const keep = el("input", { type: "checkbox", id: newId() });
  const show = el("button", { type: "button" }, messages.show);
  const forget = el("button", { type: "button", class: "quiet" }, messages.forget);
  const result = el("div");
  place.replaceChildren(
    labelled(messages.key, input, messages.keyNote),
    el("label", { class: "buttons", for: keep.id }, keep, messages.keep),
    el("p", { class: "buttons" }, show, forget),
    result,
  );

  const kept = keptSecret();
  if (kept?.value.startsWith("wm_")) {
    input.value = kept.value;
    keep.checked = true;
    void read(kept);
  }
  const secret = (): Secret => ({
    header: "Authorization",
    prefix: "Bearer ",
    value: input.value.trim(),
  });
  const readTyped = () => {
    if (keep.checked) keepSecret(secret());
    void read(secret());
  };
  on(show, "click", readTyped);
  on(input, "keydown", ({ key }) => {
    if (key === "Enter") readTyped();
  });
  on(keep, "change", () => keepSecret(keep.checked && input.value !== "" ? secret() : undefined));
  on(forget, "click", () => take("", ""));

  /** Replaces the key on the page, and says what happened. */
  function take(value: string, ...said: (Node | string)[]): void {
    input.value = value;
    if (value === "") keep.checked = false;
    keepSecret(keep.checked ? secret() : undefined);
    result.replaceChildren(...said);
  }

  async function read(own: Secret): Promise<void> {
    const [key, use] = await Promise.all([fetchWith(own, path), fetchWith(own, usage)]);
    if (!key.ok || !use.ok) return refuse(key.ok ? use : key);
    const quota = quotaIn(key.headers.get("ratelimit"));
    const found = (await key.json()) as Key;
    result.replaceChildren(
      facts(found, quota, messages),
      ...usageParts((await use.json()) as Usage, messages),
      replacement(own, found),
      revocation(own, found),
    );
  }

  function refuse({ status }: Response): void {
    const text = status === 401 ? messages.invalid : fill(messages.failed, { status });
    result.replaceChildren(el("p", { class: "notice bad" }, text));
  }

  function replacement(own: Secret, { id }: Key): HTMLElement {
    const grace = el(
      "select",
      {},
      el("option", { value: "0s" }, messages.atOnce),
      el("option", { value: "1h" }, messages.inHour),
      el("option", { value: "1d" }, messages.inDay),
    );
    const button = el("button", { type: "button" }, messages.replaceNow);
    on(button, "click", () => {
      void change(own, `${path}/${id}/rotate`, "POST", JSON.stringify({ grace: grace.value }));
    });
    return more(messages.replace, labelled(messages.replaceText, grace), button);
  }

  function revocation(own: Secret, { id }: Key): HTMLElement {
    const button = el("button", { type: "button" }, messages.revokeNow);
    on(button, "click", () => void change(own, `${path}/${id}`, "DELETE"));
    return more(messages.revoke, el("p", {}, messages.revokeText), button);
  }

  async function change(own: Secret, target: string, method: string, body?: string): Promise<void> {
    const headers = { "content-type": "application/json" };
    const answer = await fetchWith(own, target, body ? { method, body, headers } : { method });
    if (!answer.ok) return refuse(answer);
    if (method === "DELETE") {
      take("", el("p", { class: "notice" }, messages.revoked));
      return;
    }
    const { token } = (await answer.json()) as { token: string };
    const copy = el(
      "button",
      { type: "button", class: "quiet copy", "data-copy": true },
      messages.copy,
    );
    take(
      token,
      el("p", { class: "notice good" }, messages.newKey),
      el(
        "figure",
        { class: "code" },
        el("figcaption", {}, messages.key, " ", copy),
        el("pre", { tabindex: 0 }, el("code", {}, token)),
      ),
    );
  }
}

function more(title: string, ...content: Node[]): HTMLElement {
  return el("details", { class: "more" }, el("summary", {}, title), ...content);
}

function facts(
  key: Key,
  quota: ReturnType<typeof quotaIn>,
  messages: Place["messages"],
): HTMLElement {
  const time = (at: string | undefined) =>
    at === undefined ? messages.never : MOMENT.format(Date.parse(at));
  const named = quota?.name === "default" ? undefined : quota?.name;
  const rows: readonly (readonly [string, string])[] = [
    [messages.name, key.name],
    [messages.plan, key.plan ?? named ?? messages.noPlan],
    [messages.scopes, key.scopes.join(", ") || messages.noScopes],
    [messages.created, time(key.createdAt)],
    [messages.lastUse, time(key.lastUsedAt)],
    [messages.expires, time(key.expiresAt)],
    ...(quota ? ([[messages.left, quota.left.toLocaleString(lang)]] as const) : []),
  ];
  return el(
    "dl",
    { class: "facts" },
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

/** The use of the month: its sum, a bar for each day as high as its share of the busiest one, and the same as a table. */
function usageParts(usage: Usage, messages: Place["messages"]): readonly HTMLElement[] {
  const { period, requestsUsed, requestsLimit, days } = usage;
  const used = requestsUsed.toLocaleString(lang);
  const limit = requestsLimit?.toLocaleString(lang) ?? "";
  const most = Math.max(1, ...days.map((day) => day.requestsUsed));
  const bars = days.map((day) => {
    const bar = el("i", { title: `${day.date}: ${day.requestsUsed}` });
    bar.style.height = `${(100 * day.requestsUsed) / most}%`;
    return bar;
  });
  const head = [messages.day, messages.requests].map((name) => el("th", { scope: "col" }, name));
  const rows = days
    .toReversed()
    .map((day) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, day.date),
        el("td", {}, day.requestsUsed.toLocaleString(lang)),
      ),
    );
  return [
    el("h2", {}, fill(messages.usage, { period: MONTH.format(Date.parse(period)) })),
    el("p", {}, fill(requestsLimit === null ? messages.used : messages.usedOf, { used, limit })),
    el("div", { class: "days", "aria-hidden": "true" }, ...bars),
    more(
      messages.table,
      el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)),
    ),
  ];
}
