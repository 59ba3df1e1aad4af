/** The parameters of an operation, and for lists the fields and operators that they know. */
import { type Html, html } from "waymark";
import { fieldNames } from "waymark/advanced";
import type { Parameter } from "../../shared/operations/parameters.ts";
import { inputsOf } from "../shared/operations/operations.ts";
import { sharedMessages } from "../shared/messages.ts";
import { scrollTable } from "../shared/parts.ts";
import { limitsOf } from "../shared/operations/limits.ts";
import { fieldLine, typeText } from "../shared/schema-fields.ts";
import { codeList, prose } from "../shared/prose.ts";
import type { Context, OperationOnPage } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";

export function parametersPart({ route }: OperationOnPage, context: Context): Html {
  const { messages } = context;
  const parameters = inputsOf(route, context.registry);
  const own = parameters.filter((one) => one.in !== "header");
  const headers = parameters.filter((one) => one.in === "header");
  const filter = parameters.find(({ style }) => style === "deepObject");
  const { list } = route.declaration;
  return html`<h2 id="parameters">${messages.parameters}</h2>
${own.length === 0 ? html`<p class="soft">${messages.noParameters}</p>` : parameterList(own, context)}
${filter !== undefined && filterTable(filter, context)}
${
  list !== undefined &&
  own.some(({ name }) => name === "fields") &&
  html`<p class="small"><span class="soft">${prose(messages.fieldsToReturn)}:</span> ${codeList(fieldNames(list.of))}</p>`
}
${
  headers.length > 0 &&
  html`<details class="more"${headers.some(({ required }) => required === true) && html` open`}><summary>${messages.headersOfRequest} <span class="soft">(${headers.length})</span></summary>
${parameterList(headers, context)}</details>`
}`;
}

function parameterList(parameters: readonly Parameter[], context: Context): Html {
  const { messages } = context;
  const words = sharedMessages(context.registry, context.language).schema;
  return html`<dl class="fields">${parameters.map(
    ({ name, in: place, required = false, description, schema, style }) => {
      const limits = style === "deepObject" ? "" : limitsOf(schema, words.byDefault);
      const text = translatedHtml(description ?? schema.description, context);
      return fieldLine({ name, type: messages.places[place], required, text, limits }, context);
    },
  )}</dl>`;
}

function filterTable({ schema }: Parameter, context: Context): Html {
  const { messages } = context;
  const rows = Object.entries(schema.properties ?? {}).map(([field, { anyOf = [] }]) => {
    const [value = {}, operators = {}] = anyOf;
    return html`<tr><th scope="row"><code>${field}</code></th><td>${typeText(value, context)}</td><td>${codeList(Object.keys(operators.properties ?? {}))}</td></tr>
`;
  });
  return html`<h3 id="filters">${messages.filters}</h3>
<p class="soft small">${prose(messages.filtersText)}</p>
${scrollTable(messages.filters, [messages.field, messages.type, messages.operators], rows)}`;
}
