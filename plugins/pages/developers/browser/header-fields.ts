/** Controls for request headers: those that the operation reads, Accept, and any others as lines of text. */
import { isShareable, toHeader } from "../shared/address.ts";
import type { ApiCall, Operation, Parameter } from "../shared/model.ts";
import { el, labelled } from "./dom.ts";
import { type Field, parameterField } from "./fields.ts";
import { GuardFields } from "./guard-fields.ts";
import { FORBIDDEN } from "./send.ts";
import type { Messages } from "./messages.ts";

const ACCEPT = "Accept";

export class HeaderFields {
  readonly element: HTMLDetailsElement;
  readonly #messages: Messages;
  readonly #controls = el("div", { class: "fields" });
  /** Those that guard a write stand apart. */
  readonly guards: GuardFields;
  readonly #others = el("textarea", { rows: 2, spellcheck: "false" });
  #fields: readonly Field[] = [];
  /** The last ETag of an answer, by target. */
  readonly #etags = new Map<string, string>();
  #target = "";

  constructor(messages: Messages) {
    this.#messages = messages;
    this.guards = new GuardFields(messages);
    this.element = el(
      "details",
      {},
      el("summary", {}, messages.headers),
      this.#controls,
      labelled(messages.otherHeaders, this.#others, messages.otherHeadersNote),
    );
  }

  read(): ApiCall["headers"] {
    const others = this.#others.value.split("\n").flatMap((line) => toHeader(line) ?? []);
    return [...this.#fields.flatMap((field) => field.read()), ...others];
  }

  /** The headers that go along with the following requests, such as credentials. */
  carried(): ApiCall["headers"] {
    return this.read().filter(([name]) => !isShareable(name));
  }

  show(operation: Operation | undefined, { method, headers, target }: ApiCall): void {
    this.#target = target;
    const declared = operation?.parameters.filter((parameter) => parameter.in === "header") ?? [];
    const isAutomatic = ({ name }: Parameter) => FORBIDDEN.has(name.toLowerCase());
    const accept: Parameter = {
      name: ACCEPT,
      in: "header",
      description: this.#messages.acceptNote,
      schema: { type: "string" },
    };
    const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    this.#fields = [accept, ...declared.filter((one) => !isAutomatic(one))].map((parameter) => {
      const key = parameter.name.toLowerCase();
      const field = parameterField(parameter, given.get(key) ?? "", this.#messages);
      given.delete(key);
      const etag = this.#etags.get(target);
      if (parameter.name === ACCEPT) field.suggest(operation?.accepts ?? []);
      else if (isIfNoneMatch(field) && etag !== undefined) field.suggest([etag]);
      return field;
    });
    const others = this.guards.show(this.#fields, method, this.#etags.get(target));
    this.#controls.replaceChildren(...others.map(({ element }) => element));
    const automatic = declared.filter(isAutomatic).map(({ name }) => name);
    if (automatic.length > 0) {
      const note = this.#messages.byBrowser(automatic.join(", "));
      this.#controls.append(el("p", { class: "note wide" }, note));
    }
    this.#others.value = headers
      .filter(([name]) => given.has(name.toLowerCase()))
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n");
    const guarding = new Set(this.#fields.filter((field) => !others.includes(field)).map(nameOf));
    if (headers.some(([name]) => !guarding.has(name.toLowerCase()))) this.element.open = true;
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
    this.#fields.find(isIfNoneMatch)?.suggest(etag === undefined ? [] : [etag]);
    this.guards.remember(etag);
  }
}

function nameOf({ parameter: { name } }: Field): string {
  return name.toLowerCase();
}

function isIfNoneMatch(field: Field): boolean {
  return nameOf(field) === "if-none-match";
}
