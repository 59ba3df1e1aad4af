/** Controls for the request headers that an operation reads. */
import type { ApiCall } from "../../shared/operations/model.ts";
import type { Operation } from "../../shared/playground/description.ts";
import { el } from "./dom.ts";
import { type Field, inputField } from "./fields.ts";
import { GuardFields } from "./guard-fields.ts";
import { Memory } from "./memory.ts";
import { fill, type Messages } from "./messages.ts";
import { isForbidden } from "./send.ts";

const MAX_ETAGS = 200;

export class HeaderFields {
  readonly element: HTMLDetailsElement;
  readonly #messages: Messages;
  readonly #controls = el("div", { class: "inputs" });
  /** Fields of the headers that guard a write, which stand apart. */
  readonly guards: GuardFields;
  /** All, with those that guard a write. */
  fields: readonly Field[] = [];
  /** The last ETag of an answer, by target. */
  readonly #etags = new Memory<string>(MAX_ETAGS);
  #target = "";

  constructor(messages: Messages) {
    this.#messages = messages;
    this.guards = new GuardFields(messages);
    this.element = el("details", {}, el("summary", {}, messages.headers), this.#controls);
  }

  read(): ApiCall["headers"] {
    return this.fields.flatMap((field) => field.read());
  }

  /** Headers that the operation does not declare are left out. */
  show({ parameters }: Operation, { method, headers, target }: ApiCall): void {
    this.#target = target;
    const declared = parameters.filter((one) => one.in === "header");
    const own = declared.filter(({ name }) => !isForbidden(name));
    const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const etag = this.#etags.get(target);
    this.fields = own.map((parameter) => {
      const value = given.get(parameter.name.toLowerCase()) ?? "";
      return inputField(parameter, value, this.#messages);
    });
    this.#suggest(etag);
    const others = this.guards.show(this.fields, method, etag);
    this.#controls.replaceChildren(...others.map(({ element }) => element));
    const automatic = declared.filter((one) => !own.includes(one));
    if (automatic.length > 0) {
      const names = automatic.map(({ name }) => name).join(", ");
      const note = fill(this.#messages.byBrowser, names);
      this.#controls.append(el("p", { class: "note wide" }, note));
    }
    if (others.some((field) => field.read().length > 0)) this.element.open = true;
  }

  /** Shows what is known of another target, while the operation stays. */
  move(target: string): void {
    this.#target = target;
    this.guards.remember(this.#etags.get(target));
  }

  /** Stores an ETag for the next request; undefined: there is none any more. */
  remember(target: string, etag: string | undefined): void {
    if (etag === undefined) this.#etags.delete(target);
    else this.#etags.set(target, etag);
    if (target !== this.#target) return;
    this.#suggest(etag);
    this.guards.remember(etag);
  }

  #suggest(etag: string | undefined): void {
    const field = this.fields.find(({ input }) => input.name.toLowerCase() === "if-none-match");
    field?.suggest(etag === undefined ? [] : [etag]);
  }
}
