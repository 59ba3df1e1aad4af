/**
 * The fields for credentials. Their values leave the page in requests to this service only; the tab keeps one if the visitor
 * asks for that.
 */
import {
  fetchWith,
  keepSecret,
  keptSecret,
  quotaIn,
  type Secret,
} from "../../shared/browser/tab-credential.ts";
import type { ApiDescription } from "../../shared/playground/description.ts";
import { el, labelled, newId, on } from "../../shared/browser/dom.ts";
import { fill, type Messages } from "./messages.ts";

export type { Secret } from "../../shared/browser/tab-credential.ts";

type Ways = NonNullable<ApiDescription["credentials"]>;

/** Members of an API key that its chip shows. */
interface Holder {
  readonly name?: string;
  readonly plan?: string;
  readonly scopes?: readonly string[];
}

export class CredentialFields {
  readonly element: HTMLElement;
  readonly #fields: readonly {
    readonly way: Ways["methods"][number];
    readonly input: HTMLInputElement;
  }[];
  readonly #ways: Ways;
  readonly #messages: Messages;
  readonly #keep = el("input", { type: "checkbox", id: newId() });
  readonly #chip = el("p", { class: "chip", role: "status", "data-chip": true });
  /** Facts about the credential that were read last. */
  #holder: Holder = {};

  /** @param onForget called when the visitor removes the credential. */
  constructor(ways: Ways, messages: Messages, onForget: () => void) {
    this.#ways = ways;
    this.#messages = messages;
    this.#fields = ways.methods.map((way) => ({
      way,
      input: el("input", {
        type: "password",
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
    }));
    const forget = el("button", { type: "button", class: "quiet" }, messages.forget);
    for (const { input } of this.#fields) {
      on(input, "input", () => {
        this.#chip.replaceChildren();
        this.#holder = {};
        // A request with two credentials is refused.
        for (const other of this.#fields) if (other.input !== input) other.input.value = "";
      });
      on(input, "change", () => this.#changed());
    }
    on(this.#keep, "change", () => keepSecret(this.#keep.checked ? this.read() : undefined));
    on(forget, "click", () => {
      for (const { input } of this.#fields) input.value = "";
      this.#keep.checked = false;
      keepSecret(undefined);
      this.#chip.replaceChildren(messages.forgotten);
      onForget();
    });
    const account = ways.account !== undefined && el("a", { href: ways.account }, messages.account);
    // Not in a form: browsers offer to keep the passwords of those.
    this.element = el(
      "fieldset",
      { class: "field", "data-credential": true },
      el("legend", {}, messages.credential),
      el("p", { class: "note" }, messages.credentialNote),
      el(
        "div",
        { class: "rows" },
        ...this.#fields.map(({ way, input }) => labelled(way.label, input, way.description)),
      ),
      el("label", { class: "buttons", for: this.#keep.id }, this.#keep, messages.keepInTab),
      this.#chip,
      el("div", { class: "buttons" }, forget, account),
    );
    this.#restore();
  }

  /** The credential that goes with requests; undefined while there is none. */
  read(): Secret | undefined {
    for (const { way, input } of this.#fields) {
      const value = input.value.trim();
      if (value !== "") return { header: way.header, prefix: way.prefix, value };
    }
    return undefined;
  }

  focus(): void {
    this.#fields[0]?.input.focus();
  }

  /** Shows the requests left, as an answer to this credential states them. */
  learn(limit: string | undefined): void {
    if (this.read() !== undefined && this.#chip.childElementCount > 0) this.#show(limit);
  }

  #restore(): void {
    const secret = keptSecret();
    const field = this.#fields.find(
      ({ way }) => way.header === secret?.header && way.prefix === secret.prefix,
    );
    if (secret === undefined || field === undefined) return;
    field.input.value = secret.value;
    this.#keep.checked = true;
    void this.#look(secret);
  }

  #changed(): void {
    const secret = this.read();
    if (this.#keep.checked) keepSecret(secret);
    if (secret !== undefined) void this.#look(secret);
  }

  /** Asks the service about the credential, and shows its answer. */
  async #look(secret: Secret): Promise<void> {
    const { key, usage } = this.#ways;
    // Only keys of the service have this form.
    const path = secret.value.startsWith("wm_") ? (key ?? usage) : usage;
    if (path === undefined) return;
    try {
      const answer = await fetchWith(secret, path);
      if (this.read()?.value !== secret.value) return;
      if (answer.status === 401) this.#chip.replaceChildren(this.#messages.credentialInvalid);
      if (!answer.ok) return;
      this.#holder = (await answer.json()) as Holder;
      this.#show(answer.headers.get("ratelimit") ?? undefined);
    } catch {
      // The next request says that the service cannot be reached.
    }
  }

  #show(limit: string | undefined): void {
    const { name, scopes, plan } = this.#holder;
    const quota = quotaIn(limit);
    const messages = this.#messages;
    const shownPlan = plan ?? (quota?.name === "default" ? undefined : quota?.name);
    this.#chip.replaceChildren(
      ...[
        name !== undefined && el("strong", {}, name),
        shownPlan !== undefined && el("span", { class: "tag" }, fill(messages.plan, shownPlan)),
        ...(scopes ?? []).map((scope) => el("code", {}, scope)),
        scopes?.length === 0 && el("span", {}, messages.noScopes),
        quota !== undefined &&
          el(
            "span",
            {},
            fill(messages.requestsLeft, quota.left.toLocaleString(document.documentElement.lang)),
          ),
      ].filter((part) => part !== false),
    );
  }
}
