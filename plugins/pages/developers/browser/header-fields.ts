/** Controls for the request headers that an operation reads, and for Accept. */
import type { ApiCall, Operation, Parameter } from "../../shared/operations/model.ts";
import { el } from "./dom.ts";
import { type Field, parameterField } from "./fields.ts";
import { GuardFields } from "./guard-fields.ts";
import { Memory } from "./memory.ts";
import { fill, type Messages } from "./messages.ts";
import { isForbidden } from "./send.ts";

const ACCEPT = "Accept";
const MAX_ETAGS = 200;

export class HeaderFields {
  readonly element: HTMLDetailsElement;
  readonly #messages: Messages;
  readonly #controls = el("div", { class: "inputs" });
  /** Those that guard a write stand apart. */
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
  show(operation: Operation | undefined, { method, headers, target }: ApiCall): void {
    this.#target = target;
    const declared = operation?.parameters.filter((parameter) => parameter.in === "header") ?? [];
    const isAutomatic = ({ name }: Parameter) => isForbidden(name);
    const accept: Parameter = {
      name: ACCEPT,
      in: "header",
      description: this.#messages.acceptNote,
      schema: { type: "string" },
    };
    const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const etag = this.#etags.get(target);
    this.fields = [accept, ...declared.filter((one) => !isAutomatic(one))].map((parameter) => {
      const value = given.get(parameter.name.toLowerCase()) ?? "";
      const field = parameterField(parameter, value, this.#messages);
      if (parameter.name === ACCEPT) field.suggest(operation?.accepts ?? []);
      else if (isIfNoneMatch(field) && etag !== undefined) field.suggest([etag]);
      return field;
    });
    const others = this.guards.show(this.fields, method, etag);
    this.#controls.replaceChildren(...others.map(({ element }) => element));
    const automatic = declared.filter(isAutomatic).map(({ name }) => name);
    if (automatic.length > 0) {
      const note = fill(this.#messages.byBrowser, automatic.join(", "));
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
    this.fields.find(isIfNoneMatch)?.suggest(etag === undefined ? [] : [etag]);
    this.guards.remember(etag);
  }
}

function isIfNoneMatch({ parameter: { name } }: Field): boolean {
  return name.toLowerCase() === "if-none-match";
}
