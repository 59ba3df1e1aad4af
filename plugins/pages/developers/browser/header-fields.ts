/** Controls for request headers: those that the operation reads, Accept, and any others as lines of text. */
import { isShareable, toHeader } from "../shared/address.ts";
import type { ApiCall, Operation, Parameter } from "../shared/model.ts";
import { el, labelled } from "./dom.ts";
import { type Field, parameterField } from "./fields.ts";
import { FORBIDDEN } from "./send.ts";
import type { Messages } from "./messages.ts";

const ACCEPT = "Accept";

export class HeaderFields {
  readonly element: HTMLDetailsElement;
  readonly #messages: Messages;
  readonly #controls = el("div", { class: "fields" });
  readonly #others = el("textarea", { rows: 2, spellcheck: "false" });
  #fields: readonly Field[] = [];
  /** The last ETag of an answer, by target. */
  readonly #etags = new Map<string, string>();

  constructor(messages: Messages) {
    this.#messages = messages;
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

  show(operation: Operation | undefined, { headers, target }: ApiCall): void {
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
    this.#controls.replaceChildren(...this.#fields.map(({ element }) => element));
    const automatic = declared.filter(isAutomatic).map(({ name }) => name);
    if (automatic.length > 0) {
      const note = this.#messages.byBrowser(automatic.join(", "));
      this.#controls.append(el("p", { class: "note wide" }, note));
    }
    this.#others.value = headers
      .filter(([name]) => given.has(name.toLowerCase()))
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n");
    if (headers.length > 0) this.element.open = true;
  }

  /** Stores an ETag for the next request. */
  remember(target: string, etag: string): void {
    this.#etags.set(target, etag);
    this.#fields.find(isIfNoneMatch)?.suggest([etag]);
  }
}

function isIfNoneMatch({ parameter: { name } }: Field): boolean {
  return name.toLowerCase() === "if-none-match";
}
