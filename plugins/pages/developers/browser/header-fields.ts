/** Controls for the request headers that an operation reads. */
import type { ApiCall } from "../../shared/operations/model.ts";
import { isRead } from "../../shared/operations/target.ts";
import type { Operation } from "../../shared/playground/description.ts";
import { el } from "../../shared/browser/dom.ts";
import { type Field, inputField } from "./fields.ts";
import { fill, type Messages } from "./messages.ts";
import { isForbidden } from "./send.ts";

/** Headers that guard a write: the condition under which it is performed, and the key that makes repeating it safe. */
const GUARDS = /^(if-match|idempotency-key)$/i;

export class HeaderFields {
  readonly element: HTMLDetailsElement;
  readonly #messages: Messages;
  readonly #controls = el("div", { class: "inputs" });
  fields: readonly Field[] = [];
  /** The last ETag of an answer, by target. */
  readonly #etags = new Map<string, string>();
  #target = "";
  #isWrite = false;
  /** The ETag in the condition of a write, which follows that of the target. */
  #condition = "";

  constructor(messages: Messages) {
    this.#messages = messages;
    this.element = el("details", {}, el("summary", {}, messages.headers), this.#controls);
  }

  read(): ApiCall["headers"] {
    return this.fields.flatMap((field) => field.read());
  }

  /** Headers that the operation does not declare are left out. Those that guard a write show at once. */
  show({ parameters }: Operation, { method, headers, target }: ApiCall): void {
    const declared = parameters.filter((one) => one.in === "header");
    const own = declared.filter(({ name }) => !isForbidden(name));
    const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    this.fields = own.map((parameter) => {
      const value = given.get(parameter.name.toLowerCase()) ?? "";
      return inputField(parameter, value, this.#messages);
    });
    this.#controls.replaceChildren(...this.fields.map(({ element }) => element));
    const automatic = declared.filter((one) => !own.includes(one));
    if (automatic.length > 0) {
      const names = automatic.map(({ name }) => name).join(", ");
      const note = fill(this.#messages.byBrowser, names);
      this.#controls.append(el("p", { class: "note wide" }, note));
    }
    this.#find("idempotency-key")?.suggest([`"${randomKey()}"`]);
    this.#condition = "";
    this.#isWrite = !isRead(method);
    this.move(target);
    const isGuarded = this.#isWrite && own.some(({ name }) => GUARDS.test(name));
    if (isGuarded || this.read().length > 0) this.element.open = true;
  }

  /** Offers what is known of a target: a write is conditional on the ETag that was read, unless the field has another. */
  move(target: string): void {
    this.#target = target;
    const etag = this.#etags.get(target);
    const known = etag === undefined ? [] : [etag];
    this.#find("if-none-match")?.suggest(known);
    const match = this.#find("if-match");
    match?.suggest(known);
    if (!this.#isWrite) return;
    if ((match?.read()[0]?.[1] ?? "") === this.#condition) match?.set(etag ?? "");
    this.#condition = etag ?? "";
  }

  /** Stores an ETag for the next request; undefined removes it. */
  remember(target: string, etag: string | undefined): void {
    if (etag === undefined) this.#etags.delete(target);
    else this.#etags.set(target, etag);
    if (target === this.#target) this.move(target);
  }

  #find(wanted: string): Field | undefined {
    return this.fields.find(({ input }) => input.name.toLowerCase() === wanted);
  }
}

/** `crypto.randomUUID` is only there on pages served by HTTPS or from this machine. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
