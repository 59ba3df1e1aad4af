/** The form for a request. Its parts show the same request, so a change in one updates the others. */
import type { ApiCall, ApiDescription, Operation, Parameter } from "../shared/model.ts";
import { sampleCall } from "../shared/sample-call.ts";
import { findOperation, fromTarget, toTarget, unfilledParameter } from "../shared/target.ts";
import { collectionOf, valuesIn } from "../shared/values.ts";
import { BodyForm } from "./body-form.ts";
import { el, labelled, on, prose } from "./dom.ts";
import { type Field, filterField, parameterField } from "./fields.ts";
import { HeaderFields } from "./header-fields.ts";
import { ownUrl } from "./send.ts";
import type { Messages } from "./messages.ts";
import type { Problem } from "./problems.ts";

export class RequestForm {
  readonly element: HTMLFormElement;
  readonly #api: ApiDescription;
  readonly #operations: readonly Operation[];
  readonly #messages: Messages;
  readonly #operation: HTMLSelectElement;
  readonly #method = el("select");
  readonly #target = el("input", {
    type: "text",
    class: "mono",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    required: true,
  });
  readonly #summary = el("p", { class: "soft", "data-summary": true });
  readonly #parameters = el("div", { class: "fields" });
  readonly #headers: HeaderFields;
  readonly #body: BodyForm;
  readonly #onStart: () => void;
  #fields: readonly Field[] = [];

  /** @param onStart called when the form shows another operation, to which no answer belongs yet. */
  constructor(
    api: ApiDescription,
    messages: Messages,
    buttons: readonly HTMLElement[],
    onStart: () => void,
  ) {
    this.#onStart = onStart;
    this.#api = api;
    this.#messages = messages;
    this.#operations = api.groups.flatMap(({ operations }) => operations);
    this.#operation = this.#operationSelect();
    this.#body = new BodyForm(messages);
    this.#headers = new HeaderFields(messages);
    this.element = el(
      "form",
      { class: "request", novalidate: true },
      labelled(messages.operation, this.#operation),
      this.#summary,
      el(
        "div",
        { class: "line" },
        labelled(messages.method, this.#method),
        labelled(messages.address, this.#target),
      ),
      this.#parameters,
      this.#body.element,
      this.#headers.guards.element,
      this.#headers.element,
      el("div", { class: "buttons" }, ...buttons),
    );
    on(this.#operation, "change", () => this.#choose());
    on(this.#parameters, "input", () => this.#fromFields());
    on(this.#parameters, "change", () => this.#fromFields());
    on(this.#target, "input", () => this.#target.setCustomValidity(""));
    on(this.#target, "change", () => this.show(this.#now()));
    on(this.#method, "change", () => this.#body.show(this.#chosen(), this.#now()));
  }

  /**
   * The request in the form. Returns undefined, and focuses the address, where that is not a path of this service or lacks
   * a parameter.
   */
  read(): ApiCall | undefined {
    const call = this.#now();
    const operation = this.operationOf(call);
    const missing = operation && unfilledParameter(operation, call.target);
    if (ownUrl(call.target) !== undefined && missing === undefined) return call;
    const { badAddress, missingParameter } = this.#messages;
    this.#target.setCustomValidity(missing === undefined ? badAddress : missingParameter(missing));
    this.#target.reportValidity();
    this.#target.focus();
    return undefined;
  }

  show(given: ApiCall): void {
    const call = this.withCarried(given);
    const operation = findOperation(this.#operations, call.method, call.target);
    this.#operation.value = operation?.ref ?? "";
    const needs = operation && this.#api.credentials && this.#messages.needs(operation.scopes);
    this.#summary.replaceChildren(
      ...prose(operation?.description ?? operation?.summary ?? ""),
      ...(needs === undefined ? [] : [el("br"), ...prose(needs)]),
    );
    this.#method.replaceChildren(
      ...methodsOf(operation, call.method).map((method) => el("option", { value: method }, method)),
    );
    this.#method.value = call.method;
    this.#target.value = call.target;
    this.#target.setCustomValidity("");
    this.#showFields(operation, call);
    const headers = this.#body.show(operation, call);
    this.#headers.show(operation, { ...call, headers });
  }

  /** The call with the headers of the form that go along with every request. */
  withCarried(call: ApiCall): ApiCall {
    const names = new Set(call.headers.map(([name]) => name.toLowerCase()));
    const others = this.#headers.carried().filter(([name]) => !names.has(name.toLowerCase()));
    return others.length === 0 ? call : { ...call, headers: [...call.headers, ...others] };
  }

  /** Stores an ETag for the next request; undefined: there is none any more. */
  remember(target: string, etag: string | undefined): void {
    this.#headers.remember(target, etag);
  }

  /** Shows the problems that a refusal names at their fields. */
  complain(problems: readonly Problem[]): void {
    this.#body.complain(problems);
    this.#headers.guards.complain(problems);
  }

  /** Shows the operation with a sample call, and loads values for its path parameters. */
  start(operation: Operation): void {
    this.show(sampleCall(operation));
    this.#onStart();
    void this.#findValues(operation);
  }

  operationOf({ method, target }: ApiCall): Operation | undefined {
    return findOperation(this.#operations, method, target);
  }

  #operationSelect(): HTMLSelectElement {
    return el(
      "select",
      {},
      el("option", { value: "" }, this.#messages.anyOperation),
      ...this.#api.groups.map(({ plugin, operations }) =>
        el(
          "optgroup",
          { label: plugin },
          ...operations.map(({ ref, method, path }) =>
            el("option", { value: ref }, `${method} ${path}`),
          ),
        ),
      ),
    );
  }

  #choose(): void {
    const operation = this.#chosen();
    if (operation === undefined) {
      this.#target.focus();
      this.#target.select();
    } else this.start(operation);
  }

  #chosen(): Operation | undefined {
    return this.#operations.find(({ ref }) => ref === this.#operation.value);
  }

  #now(): ApiCall {
    const { headers, ...body } = this.#body.read();
    return {
      method: this.#method.value,
      target: this.#target.value.trim().replace(/\s/g, encodeURIComponent),
      headers: [...headers, ...this.#headers.read()],
      ...body,
    };
  }

  #showFields(operation: Operation | undefined, { target }: ApiCall): void {
    const values = operation === undefined ? undefined : fromTarget(operation, target);
    const own = (operation?.parameters ?? [])
      .filter((parameter) => parameter.in !== "header")
      // Filters take a line of their own, below the others.
      .toSorted((a, b) => Number(a.style === "deepObject") - Number(b.style === "deepObject"));
    this.#fields = own.map((parameter) => {
      const { name, style } = parameter;
      if (style === "deepObject") {
        const given = values?.query.filter(([key]) => key.startsWith(`${name}[`)) ?? [];
        return filterField(parameter, given, this.#messages);
      }
      const value =
        parameter.in === "path"
          ? values?.path[name]
          : values?.query.find(([key]) => key === name)?.[1];
      return parameterField(parameter, value ?? "", this.#messages);
    });
    this.#parameters.replaceChildren(...this.#fields.map(({ element }) => element));
  }

  #fromFields(): void {
    const operation = this.#chosen();
    if (operation === undefined) return;
    const known = new Set(this.#fields.map(({ parameter: { name } }) => name));
    const others = fromTarget(operation, this.#target.value)?.query ?? [];
    const read = (place: Parameter["in"]) =>
      this.#fields.filter((one) => one.parameter.in === place).flatMap((one) => one.read());
    this.#target.value = toTarget(operation, {
      path: Object.fromEntries(read("path")),
      query: [...read("query"), ...others.filter(([name]) => !known.has(name.replace(/\[.*/, "")))],
    });
    this.#target.setCustomValidity("");
    this.#headers.move(this.#target.value);
  }

  /** Fills the first path parameter with the first value of its collection, and offers the others. */
  async #findValues(operation: Operation): Promise<void> {
    const collection = collectionOf(operation);
    const field = this.#fields.find(({ parameter }) => parameter.in === "path");
    if (collection === undefined || field === undefined || field.read().length > 0) return;
    const source = findOperation(this.#operations, "GET", collection);
    if (source === undefined || source.scopes !== undefined) return;
    try {
      const answer = await fetch(collection, { headers: { accept: "application/json" } });
      const values = valuesIn(await answer.json(), field.parameter.name);
      field.suggest(values);
      if (this.#fields.includes(field) && field.read().length === 0) {
        field.set(values[0] ?? "");
        this.#fromFields();
      }
    } catch {
      // The value can still be entered by hand.
    }
  }
}

function methodsOf(operation: Operation | undefined, method: string): readonly string[] {
  const all =
    operation === undefined
      ? ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]
      : operation.method === "GET"
        ? ["GET", "HEAD", "OPTIONS"]
        : [operation.method];
  return all.includes(method) ? all : [...all, method];
}
