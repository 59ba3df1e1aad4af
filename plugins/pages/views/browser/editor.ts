/** Changes resources where they are shown: a form in place, the difference before it is sent, and a way back. */
import { changeList } from "../../shared/browser/changes.ts";
import { el, on } from "../../shared/browser/dom.ts";
import { valuesOf } from "../../shared/browser/form-values.ts";
import { refusalIn } from "../../shared/browser/problems.ts";
import { fetchWith, keptSecret } from "../../shared/browser/tab-credential.ts";
import { fill } from "../../shared/fill.ts";
import type { LiveData } from "../model.ts";

const MERGE_PATCH = "application/merge-patch+json";

type Values = Readonly<Record<string, unknown>>;

/** A resource as it was read or written. */
interface Resource {
  readonly href: string;
  readonly values: Values;
  readonly etag: string | null;
}

/** Checks that the key of the tab has the scopes; a credential of another kind is for the service to judge. */
export async function mayChange({
  scopes,
  key,
}: NonNullable<LiveData["change"]>): Promise<boolean> {
  if (scopes === undefined) return true;
  const secret = keptSecret();
  if (secret === undefined) return false;
  if (key === undefined || !secret.value.startsWith("wm_")) return true;
  const response = await fetchWith(secret, key);
  if (!response.ok) return false;
  const own = (await response.json()) as { readonly scopes: readonly string[] };
  return scopes.every((scope) => own.scopes.includes(scope));
}

/** Sends a request with the credential of the tab, if it has one. */
function ask(path: string, init: RequestInit & { headers?: Readonly<Record<string, string>> }) {
  const secret = keptSecret();
  const fresh = { ...init, cache: "no-store" } as const;
  if (secret !== undefined) return fetchWith(secret, path, fresh);
  return fetch(path, { ...fresh, headers: { accept: "application/json", ...init.headers } });
}

export class Editor {
  readonly #messages: LiveData["messages"];
  readonly #removes: boolean;
  readonly #said = el("div", { role: "status" });
  #close: () => void = () => undefined;

  constructor(messages: LiveData["messages"], { removes }: NonNullable<LiveData["change"]>) {
    this.#messages = messages;
    this.#removes = removes;
    document.querySelector("main > .tabs")?.before(this.#said);
  }

  /** Adds a button to each item of the table, or to the links of the resource. */
  offer(): void {
    const items = document.querySelectorAll<HTMLAnchorElement>(".panel > .data-table a[rel=item]");
    for (const link of items) {
      const button = this.#button(`${this.#messages.edit} ${link.text}`);
      const cells = link.closest("tr")?.cells.length ?? 1;
      on(button, "click", () => {
        const cell = el("td", { colspan: cells });
        const row = el("tr", { class: "edit-row" }, cell);
        void this.#open(link.pathname, button, (form) => {
          cell.append(form);
          link.closest("tr")?.after(row);
          return row;
        });
      });
      link.after(" ", button);
    }
    const actions = document.querySelector(".actions ul");
    if (items.length > 0 || actions === null || document.querySelector(".panel > .kv") === null)
      return;
    const button = this.#button(this.#messages.edit);
    actions.append(el("li", {}, button));
    on(button, "click", () => {
      void this.#open(location.pathname, button, (form) => {
        document.querySelector(".tabs > .panel")?.prepend(form);
        return form;
      });
    });
  }

  #button(name: string): HTMLButtonElement {
    const { edit } = this.#messages;
    return el("button", { type: "button", class: "quiet edit", "aria-label": name }, edit);
  }

  async #open(
    href: string,
    button: HTMLElement,
    put: (form: HTMLFormElement) => HTMLElement,
  ): Promise<void> {
    this.#close();
    const response = await ask(href, {});
    if (!response.ok) return this.#refuse(response);
    const values = (await response.json()) as Values;
    const resource = { href, values, etag: response.headers.get("etag") };
    const form = this.#form(resource);
    const place = put(form);
    this.#close = () => {
      place.remove();
      button.focus();
      this.#close = () => undefined;
    };
    form.querySelector<HTMLElement>("[name]")?.focus();
  }

  #form(resource: Resource): HTMLFormElement {
    const { review, cancel, remove } = this.#messages;
    const fields = el("div");
    const content = document.querySelector<HTMLTemplateElement>("template[data-fields]")?.content;
    if (content !== undefined) fields.append(content.cloneNode(true));
    const controls = fields.querySelectorAll<HTMLInputElement>("[name]");
    for (const control of controls) {
      const value = resource.values[control.name.slice("body.".length)];
      const isText = control.dataset["json"] === undefined;
      control.value = value == null ? "" : isText ? String(value) : JSON.stringify(value);
      control.dataset["was"] = control.value; // as the control spells it
    }
    const leave = el("button", { type: "button", class: "quiet" }, cancel);
    on(leave, "click", () => this.#close());
    const buttons = el("p", { class: "buttons" }, el("button", {}, review), leave);
    fields.append(buttons);
    const form = el("form", { class: "edit-form" }, fields);
    if (this.#removes) {
      const button = el("button", { type: "button", class: "quiet" }, remove);
      on(button, "click", () => this.#askRemoval(form, fields, resource));
      buttons.append(button);
    }
    on(form, "submit", (event) => {
      event.preventDefault();
      this.#review(form, fields, resource);
    });
    on(form, "keydown", ({ key }) => {
      if (key === "Escape") this.#close();
    });
    return form;
  }

  /** Shows the difference in place of the fields. */
  #review(form: HTMLFormElement, fields: HTMLElement, resource: Resource): void {
    const { nothing, send, title } = this.#messages;
    const { body } = valuesOf(form) as { readonly body?: Values };
    const list = body && changeList(resource.values, { ...resource.values, ...body });
    if (body === undefined || list === undefined) return this.#say(nothing);
    const go = el("button", { type: "button" }, send);
    on(go, "click", () => void this.#send(resource, body));
    this.#confirm(form, fields, [el("p", {}, title), list], go);
    go.focus();
  }

  #askRemoval(form: HTMLFormElement, fields: HTMLElement, resource: Resource): void {
    const { removal, removeIt } = this.#messages;
    const go = el("button", { type: "button" }, removeIt);
    on(go, "click", () => void this.#remove(resource));
    const text = el("p", {}, removal, " ", el("code", {}, resource.href));
    // The focus is on the way back, as a removal cannot be undone.
    this.#confirm(form, fields, [text], go).focus();
  }

  /** Asks in place of the fields, and returns the way back to them. */
  #confirm(
    form: HTMLFormElement,
    fields: HTMLElement,
    question: readonly HTMLElement[],
    go: HTMLElement,
  ): HTMLElement {
    const leave = el("button", { type: "button", class: "quiet" }, this.#messages.back);
    on(leave, "click", () => {
      form.replaceChildren(fields);
      fields.querySelector<HTMLElement>("[name]")?.focus();
    });
    form.replaceChildren(...question, el("p", { class: "buttons" }, go, leave));
    return leave;
  }

  async #remove({ href, etag }: Resource): Promise<void> {
    const headers = etag === null ? {} : { "if-match": etag };
    const response = await ask(href, { method: "DELETE", headers });
    if (!response.ok) return this.#refuse(response);
    this.#close();
    if (href === location.pathname) document.querySelector("main > .tabs")?.remove();
    else await this.#refresh();
    this.#say(this.#messages.removed);
  }

  async #send({ href, values, etag }: Resource, body: Values, isUndo = false): Promise<void> {
    const { saved, undone, undo } = this.#messages;
    const headers = { "content-type": MERGE_PATCH, ...(etag !== null && { "if-match": etag }) };
    const text = JSON.stringify(body);
    const response = await ask(href, { method: "PATCH", headers, body: text });
    if (!response.ok) return this.#refuse(response);
    const after = (await response.json()) as Values;
    const written = { href, values: after, etag: response.headers.get("etag") };
    const before = Object.fromEntries(
      Object.keys(body).map((name) => [name, values[name] ?? null]),
    );
    this.#close();
    await this.#refresh();
    if (isUndo) return this.#say(undone);
    const button = el("button", { type: "button", class: "quiet" }, undo);
    on(button, "click", () => void this.#send(written, before, true));
    this.#say(saved, " ", button);
    button.focus();
  }

  /** Takes the data of the page from the server again. */
  async #refresh(): Promise<void> {
    const response = await ask(location.pathname + location.search, {
      headers: { accept: "text/html" },
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const next = page.querySelector(".tabs > .panel");
    if (next === null) return;
    document.querySelector(".tabs > .panel")?.replaceChildren(...next.childNodes);
    for (const old of document.querySelectorAll("button.edit")) old.closest("li")?.remove();
    this.offer();
  }

  async #refuse(response: Response): Promise<void> {
    const { changed, refused } = this.#messages;
    if (response.status === 412) return this.#say(changed);
    const { detail, problems } = refusalIn(await response.text());
    const places = problems.map((one) => `${one.pointer ?? ""} ${one.detail}`);
    const why = [detail, ...places].join(" ").trim();
    this.#say(fill(refused, { status: response.status, why }));
  }

  #say(...parts: readonly (Node | string)[]): void {
    this.#said.replaceChildren(el("p", { class: "notice" }, ...parts));
  }
}
