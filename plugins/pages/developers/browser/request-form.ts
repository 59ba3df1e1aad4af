/** The form for a request. Its parts show the same request, so a change in one updates the others. */
import type { ApiCall } from "../../shared/operations/model.ts";
import { findOperation, fromTarget, isRead, toTarget } from "../../shared/operations/target.ts";
import { valuesIn } from "../../shared/operations/values.ts";
import type { Place } from "../../shared/operations/address.ts";
import type { ApiDescription, Operation, Parameter } from "../../shared/playground/description.ts";
import { BodyForm } from "./body-form.ts";
import { OperationBox } from "./combobox.ts";
import { el, labelled, on, options, prose } from "../../shared/browser/dom.ts";
import { type Field, inputField } from "./fields.ts";
import { filterField } from "./filter-field.ts";
import { HeaderFields } from "./header-fields.ts";
import { fill, type Messages } from "./messages.ts";
import type { Problem } from "../../shared/browser/problems.ts";
import { ownUrl } from "./send.ts";

export class RequestForm {
  readonly element: HTMLFormElement;
  readonly #api: ApiDescription;
  readonly #messages: Messages;
  readonly #box: OperationBox;
  readonly #method = el("select");
  readonly #target = el("input", {
    type: "text",
    class: "mono",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    required: true,
  });
  readonly #summary = el("div", { class: "soft", "data-summary": true });
  readonly #parameters = el("div", { class: "inputs" });
  readonly #headers: HeaderFields;
  readonly #body: BodyForm;
  readonly #onStart: () => void;
  #operation: Operation | undefined;
  #fields: readonly Field[] = [];

  /** @param onStart called when the form shows another operation. */
  constructor(
    api: ApiDescription,
    messages: Messages,
    buttons: readonly HTMLElement[],
    onStart: () => void,
  ) {
    this.#onStart = onStart;
    this.#api = api;
    this.#messages = messages;
    this.#box = new OperationBox(api.operations, messages, (operation) => this.start(operation));
    this.#body = new BodyForm(messages);
    this.#headers = new HeaderFields(messages);
    // A single operation is not for choosing.
    const isSingle = api.operations.length === 1;
    this.element = el(
      "form",
      { class: "request", novalidate: true },
      !isSingle && this.#box.element,
      this.#summary,
      el(
        "div",
        { class: "line" },
        labelled(messages.method, this.#method),
        labelled(messages.address, this.#target),
      ),
      el("div", { class: "buttons" }, ...buttons),
      this.#parameters,
      this.#body.element,
      this.#headers.element,
    );
    on(this.#parameters, "input", () => this.#fromFields());
    on(this.#parameters, "change", () => this.#fromFields());
    on(this.#target, "input", () => this.#target.setCustomValidity(""));
    on(this.#target, "change", () => this.show(this.read()));
    on(this.#method, "change", () =>
      this.#body.show(this.#operation ?? this.#api.other, this.read()),
    );
  }

  /** The request in the form, complete or not. */
  read(): ApiCall {
    const { headers, ...body } = this.#body.read();
    return {
      method: this.#method.value,
      target: this.#target.value.trim().replace(/\s/g, encodeURIComponent),
      headers: [...headers, ...this.#headers.read()],
      ...body,
    };
  }

  place(): Place {
    return { kind: "call", call: this.read() };
  }

  /**
   * The request to send. Returns undefined, and focuses the place, where the address is not a path of this service or a
   * required value is missing.
   */
  complete(): ApiCall | undefined {
    this.#box.commit();
    const call = this.read();
    if (ownUrl(call.target) === undefined) {
      this.#target.setCustomValidity(this.#messages.badAddress);
      this.#target.reportValidity();
      this.#target.focus();
      return undefined;
    }
    const lacking = [
      ...[...this.#fields, ...this.#headers.fields].filter(
        ({ input, read }) => input.required === true && read().length === 0,
      ),
      ...this.#body.lacking(),
    ];
    for (const { input, complain } of lacking) complain(fill(this.#messages.missing, input.name));
    const [first] = lacking;
    if (first === undefined) return call;
    first.element.closest("details")?.setAttribute("open", "");
    first.element.querySelector<HTMLElement>("input, select, textarea")?.focus();
    return undefined;
  }

  show(call: ApiCall): void {
    const operation = this.operationOf(call);
    const shown = operation ?? this.#api.other;
    this.#operation = operation;
    this.#box.show(operation);
    const texts = [shown.summary, ...shown.texts].filter((text) => text !== "");
    this.#summary.replaceChildren(...texts.map((text) => el("p", {}, ...prose(text))));
    this.#method.replaceChildren(...options([...new Set([...shown.methods, call.method])]));
    this.#method.value = call.method;
    this.#target.value = call.target;
    this.#target.setCustomValidity("");
    this.#showFields(shown, call);
    this.#body.show(shown, call);
    this.#headers.show(shown, call);
  }

  /** Stores an ETag for the next request; undefined removes it. */
  remember(target: string, etag: string | undefined): void {
    this.#headers.remember(target, etag);
  }

  /** Shows the problems that a refusal names at their fields. */
  complain(problems: readonly Problem[]): void {
    this.#body.complain(problems);
    for (const { input, complain } of [...this.#fields, ...this.#headers.fields]) {
      const named = problems.filter(
        ({ header, parameter }) =>
          (input.in === "header" ? header : parameter)?.toLowerCase() === input.name.toLowerCase(),
      );
      complain(named.map(({ detail }) => detail).join(" "));
    }
  }

  /**
   * Shows the operation with a sample call, and loads values for its path parameters. Default: the root, or the first.
   * @param target path and query in place of those of the sample.
   */
  start(
    operation = this.find("root.showRoot") ?? this.#api.operations[0],
    target = operation?.target ?? "",
  ): void {
    if (operation === undefined) return;
    const { method } = operation;
    this.show({ method, target, headers: [], body: "" });
    this.#onStart();
    void this.#findValues(operation);
  }

  find(ref: string): Operation | undefined {
    return this.#api.operations.find((operation) => operation.ref === ref);
  }

  operationOf({ method, target }: ApiCall): Operation | undefined {
    return findOperation(this.#api.operations, method, target);
  }

  #showFields(operation: Operation, { target }: ApiCall): void {
    const { path = {}, query = [] } = fromTarget(operation, target) ?? {};
    const own = operation.parameters.filter((parameter) => parameter.in !== "header");
    this.#fields = own.map((parameter) => {
      const { name, filters } = parameter;
      if (filters !== undefined) {
        const given = query.filter(([key]) => key.startsWith(`${name}[`));
        return filterField(parameter, filters, given, this.#messages);
      }
      const value = parameter.in === "path" ? path[name] : new Map(query).get(name);
      return inputField(parameter, value ?? "", this.#messages);
    });
    this.#parameters.replaceChildren(...this.#fields.map(({ element }) => element));
  }

  #fromFields(): void {
    const operation = this.#operation;
    if (operation === undefined) return;
    const known = new Set(this.#fields.map(({ input: { name } }) => name));
    const others = fromTarget(operation, this.#target.value)?.query ?? [];
    const read = (place: Parameter["in"]) =>
      this.#fields.filter((one) => one.input.in === place).flatMap((one) => one.read());
    this.#target.value = toTarget(operation, {
      path: Object.fromEntries(read("path")),
      query: [...read("query"), ...others.filter(([name]) => !known.has(name.replace(/\[.*/, "")))],
    });
    this.#target.setCustomValidity("");
    this.#headers.move(this.#target.value);
  }

  /** Offers the values of its collection for the first path parameter; where it is read, the first one is filled in. */
  async #findValues(operation: Operation): Promise<void> {
    const { collection } = operation;
    const field = this.#fields.find(({ input }) => input.in === "path");
    if (collection === undefined || field === undefined || field.read().length > 0) return;
    try {
      const answer = await fetch(collection, { headers: { accept: "application/json" } });
      const values = valuesIn(await answer.json(), field.input.name);
      field.suggest(values);
      if (this.#fields.includes(field) && field.read().length === 0 && isRead(operation.method)) {
        field.set(values[0] ?? "");
        this.#fromFields();
        this.#onStart();
      }
    } catch {
      // The value can still be entered by hand.
    }
  }
}
