/** The form for a request. Its parts show the same request, so a change in one updates the others. */
import type {
  ApiCall,
  ApiDescription,
  Operation,
  Parameter,
} from "../../shared/operations/model.ts";
import { sampleCall } from "../../shared/operations/sample-call.ts";
import { findOperation, fromTarget, methodsOf, toTarget } from "../../shared/operations/target.ts";
import { collectionOf, valuesIn } from "../../shared/operations/values.ts";
import { BodyForm } from "./body-form.ts";
import { OperationBox } from "./combobox.ts";
import { el, labelled, on, options, prose } from "./dom.ts";
import { type Field, parameterField } from "./fields.ts";
import { filterField } from "./filter-field.ts";
import { HeaderFields } from "./header-fields.ts";
import { fill, type Messages } from "./messages.ts";
import type { Problem } from "./problems.ts";
import { ownUrl } from "./send.ts";

export class RequestForm {
  readonly element: HTMLFormElement;
  readonly #api: ApiDescription;
  readonly #operations: readonly Operation[];
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

  /**
   * @param operations those that it offers; a single one is not for choosing.
   * @param onStart called when the form shows another operation.
   */
  constructor(
    api: ApiDescription,
    operations: readonly Operation[],
    messages: Messages,
    buttons: readonly HTMLElement[],
    onStart: () => void,
  ) {
    this.#onStart = onStart;
    this.#api = api;
    this.#messages = messages;
    this.#operations = operations;
    this.#box = new OperationBox(operations, messages, (operation) => this.start(operation));
    this.#body = new BodyForm(messages);
    this.#headers = new HeaderFields(messages);
    const isSingle = operations.length === 1;
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
      this.#headers.guards.element,
      this.#headers.element,
    );
    on(this.#parameters, "input", () => this.#fromFields());
    on(this.#parameters, "change", () => this.#fromFields());
    on(this.#target, "input", () => this.#target.setCustomValidity(""));
    on(this.#target, "change", () => this.show(this.read()));
    on(this.#method, "change", () => this.#body.show(this.#operation, this.read()));
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
    const lacking = [...this.#fields, ...this.#headers.fields].filter((field) => field.isMissing());
    for (const { parameter, complain } of lacking)
      complain(fill(this.#messages.missing, parameter.name));
    const [first] = lacking;
    if (first === undefined) return call;
    first.element.closest("details")?.setAttribute("open", "");
    first.element.querySelector<HTMLElement>("input, select")?.focus();
    return undefined;
  }

  show(call: ApiCall): void {
    const operation = this.operationOf(call);
    this.#operation = operation;
    this.#box.show(operation);
    const needs = operation && this.#needs(operation);
    this.#summary.replaceChildren(
      el("p", {}, ...prose(operation?.description ?? operation?.summary ?? "")),
      ...(needs === undefined ? [] : [el("p", {}, ...prose(needs))]),
    );
    this.#method.replaceChildren(...options(methodsOf(operation, call.method)));
    this.#method.value = call.method;
    this.#target.value = call.target;
    this.#target.setCustomValidity("");
    this.#showFields(operation, call);
    this.#body.show(operation, call);
    this.#headers.show(operation, call);
  }

  /** Stores an ETag for the next request; undefined: there is none any more. */
  remember(target: string, etag: string | undefined): void {
    this.#headers.remember(target, etag);
  }

  /** Shows the problems that a refusal names at their fields. */
  complain(problems: readonly Problem[]): void {
    this.#body.complain(problems);
    for (const { parameter, complain } of [...this.#fields, ...this.#headers.fields]) {
      const named = problems.filter(
        (one) =>
          (parameter.in === "header" ? one.header : one.parameter)?.toLowerCase() ===
          parameter.name.toLowerCase(),
      );
      complain(named.map(({ detail }) => detail).join(" "));
    }
  }

  /**
   * Shows the operation with a sample call, and loads values for its path parameters. Default: the root, or the first.
   * @param target path and query in place of those of the sample.
   */
  start(
    operation = this.#operations.find(({ path }) => path === "/api") ?? this.#operations[0],
    target?: string,
  ): void {
    if (operation === undefined) return;
    const call = sampleCall(operation);
    this.show({ ...call, target: target ?? call.target });
    this.#onStart();
    void this.#findValues(operation);
  }

  find(ref: string): Operation | undefined {
    return this.#operations.find((operation) => operation.ref === ref);
  }

  operationOf({ method, target }: ApiCall): Operation | undefined {
    return findOperation(this.#operations, method, target);
  }

  /** A sentence about the credential; undefined where callers cannot authenticate. */
  #needs({ scopes }: Operation): string | undefined {
    const { needs, needsAny, needsNone } = this.#messages;
    if (this.#api.credentials === undefined) return undefined;
    if (scopes === undefined) return needsNone;
    return scopes.length === 0
      ? needsAny
      : fill(needs, scopes.map((scope) => `\`${scope}\``).join(", "));
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
    const operation = this.#operation;
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
    const all = this.#api.groups.flatMap(({ operations }) => operations);
    const source = findOperation(all, "GET", collection);
    if (source === undefined || source.scopes !== undefined) return;
    try {
      const answer = await fetch(collection, { headers: { accept: "application/json" } });
      const values = valuesIn(await answer.json(), field.parameter.name);
      field.suggest(values);
      if (this.#fields.includes(field) && field.read().length === 0) {
        field.set(values[0] ?? "");
        this.#fromFields();
        this.#onStart();
      }
    } catch {
      // The value can still be entered by hand.
    }
  }
}
