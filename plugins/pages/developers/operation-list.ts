/** Every operation with its parameters and errors, as HTML. */
import { type Html, html, type Registry } from "waymark";
import { operationGroups } from "./operations.ts";
import { toHash } from "./shared/address.ts";
import { toCurl } from "./shared/commands.ts";
import type { Credential, Group, Operation, Parameter } from "./shared/model.ts";
import { prose } from "../shared/prose.ts";
import { limitsOf } from "./shared/sample.ts";
import { sampleCall } from "./shared/sample-call.ts";
import type { Language } from "../shared/languages.ts";
import { type Said, say } from "../shared/say.ts";
import { credentialsOf, withCredential } from "./credentials.ts";
import { type Messages, MESSAGES } from "./messages.ts";

/** The texts of the page, and the ways to authenticate. */
interface Context {
  readonly registry: Registry;
  readonly messages: Messages;
  readonly credentials: readonly Credential[];
  /** A text of the registry in the language of the page. */
  readonly said: (text: string | undefined) => Said;
}

export function operationList(registry: Registry, language: Language): Html {
  const groups = operationGroups(registry);
  const context: Context = {
    registry,
    messages: MESSAGES[language],
    credentials: credentialsOf(registry, language),
    said: (text) => say(text, registry, language),
  };
  return html`${groups.map((group) => groupSection(group, context))}
${headerTable(groups, context)}`;
}

function groupSection({ plugin, summary, operations }: Group, context: Context) {
  const { text, lang } = context.said(summary);
  return html`<section class="group" data-group>
<h3 id="plugin-${plugin}"><a href="#plugin-${plugin}">${plugin}</a></h3>
<p class="soft"${lang}>${prose(text)}</p>
${operations.map((operation) => operationDetails(operation, context))}
</section>
`;
}

function operationDetails(operation: Operation, context: Context) {
  const { registry, messages, credentials, said } = context;
  const { ref, method, path, deprecated, stream, errors, scopes } = operation;
  const [summary, description] = [said(operation.summary), said(operation.description)];
  const call = withCredential(sampleCall(operation), operation, credentials);
  const command = { ...call, headers: [...requiredHeaders(operation), ...call.headers] };
  const inTarget = operation.parameters.filter((parameter) => parameter.in !== "header");
  const headers = operation.parameters.filter((parameter) => parameter.in === "header");
  return html`<details class="operation" id="${ref}" data-operation>
<summary><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${path}</code> <span class="soft"${summary.lang}>${summary.text}</span>${deprecated === true && html` <span class="tag warn">${messages.deprecated}</span>`}${stream === true && html` <span class="tag">${messages.stream}</span>`}${scopes !== undefined && html` <span class="tag">${messages.credential}</span>`}</summary>
<div class="inside">
${operation.description !== undefined && html`<p${description.lang}>${prose(description.text)}</p>`}
${credentials.length > 0 && needsOf(scopes, messages)}<pre class="command"><code>${toCurl(command, registry.baseUrl)}</code></pre>
<p class="try" hidden><a href="${toHash({ kind: "call", call })}" data-open="fill">${messages.tryIt}</a></p>
${
  inTarget.length > 0 &&
  html`<h4>${messages.parameters}</h4>
${parameterTable(operation, inTarget, context)}`
}
${bodyTexts(operation, messages)}
${
  headers.length > 0 &&
  html`<p class="small">${messages.headersText} ${headers.map(({ name, required }, index) => html`${index > 0 && ", "}<a href="#header-${name.toLowerCase()}">${name}</a>${required === true && ` (${messages.required})`}`)}</p>`
}
${
  errors.length > 0 &&
  html`<h4>${messages.errors}</h4>
<dl class="errors">${errors.map(({ status, code, message }) => html`<dt>${status} <code>${code}</code></dt>${definition(said(message))}`)}</dl>`
}
</div>
</details>
`;
}

/** Headers without which the request is refused, with the place of their values. */
function requiredHeaders({ parameters }: Operation): readonly (readonly [string, string])[] {
  return parameters
    .filter((parameter) => parameter.in === "header" && parameter.required === true)
    .map(({ name }) => [name, PLACEHOLDERS[name] ?? "…"]);
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  "If-Match": '"<ETag>"',
  "Idempotency-Key": '"<key>"',
};

/** The schema of each form of the body. */
function bodyTexts({ method, path, body, otherBodies = [] }: Operation, messages: Messages) {
  if (body === undefined) return "";
  const texts = [body, ...otherBodies].map(({ mediaType, schema }) => {
    const text =
      mediaType === undefined
        ? html`<p>${messages.bodyText}</p>`
        : html`<p>${messages.bodyOf} <code>${mediaType}</code></p>`;
    const label = [`${messages.body}: ${method} ${path}`, mediaType].filter(Boolean).join(", ");
    return html`
${text}
<pre tabindex="0" role="region" aria-label="${label}"><code>${JSON.stringify(schema, undefined, 2)}</code></pre>`;
  });
  return html`<h4>${messages.body}</h4>${texts}`;
}

/** A sentence about the credential that an operation needs. */
function needsOf(scopes: Operation["scopes"], messages: Messages) {
  const names = scopes?.map((scope, index) => html`${index > 0 && ", "}<code>${scope}</code>`);
  const text =
    scopes === undefined
      ? messages.needsNothing
      : scopes.length === 0
        ? messages.needsCredential
        : messages.needsScopes(scopes.length);
  return html`<p>${text}${names !== undefined && names.length > 0 && html` ${names}`}</p>
`;
}

function parameterTable(
  { method, path }: Operation,
  parameters: readonly Parameter[],
  { messages, said }: Context,
) {
  const rows = parameters.map((parameter) => {
    const { text, lang } = said(parameter.description);
    return html`<tr><th scope="row"><code>${parameter.name}</code>${parameter.required === true && html`<br><span class="small soft">${messages.required}</span>`}</th><td>${messages.places[parameter.in]}</td><td${lang}>${prose(text)}${schemaText(parameter)}</td></tr>
`;
  });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${messages.parameters}: ${method} ${path}"><table>
<thead><tr><th scope="col">${messages.name}</th><th scope="col">${messages.place}</th><th scope="col">${messages.meaning}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** The schema in short; the fields of filters by name. */
function schemaText({ schema, style }: Parameter) {
  if (style === "deepObject") {
    const names = Object.keys(schema.properties ?? {});
    return html` <span class="soft">${names.map((name, index) => html`${index > 0 && ", "}<code>${name}</code>`)}</span>`;
  }
  const limits = limitsOf(schema);
  return limits !== "" && html` <code class="soft">${limits}</code>`;
}

function definition({ text, lang }: Said, limits?: string): Html {
  return html`<dd${lang}>${prose(text)}${limits !== undefined && html` <code class="soft">${limits}</code>`}</dd>`;
}

/** The request headers of all operations, each once. */
function headerTable(groups: readonly Group[], { messages, said }: Context) {
  const all = groups.flatMap(({ operations }) =>
    operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === "header")),
  );
  const headers = new Map(all.map((header) => [header.name, header]));
  if (headers.size === 0) return html``;
  const isSomeRequired = all.some(({ required }) => required === true);
  const items = [...headers.values()].map(
    ({ name, description, schema }) =>
      html`<dt id="header-${name.toLowerCase()}"><code>${name}</code></dt>${definition(said(description), limitsOf(schema))}`,
  );
  return html`<section>
<h3 id="request-headers">${messages.headers}</h3>
<p class="soft">${isSomeRequired ? messages.headersIntroRequired : messages.headersIntro}</p>
<dl class="errors">${items}</dl>
</section>`;
}
