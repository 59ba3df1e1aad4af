/** Every answer that an operation may have: its status, headers, body, and errors with what to do. */
import { type Html, html } from "waymark";
import { publishedSchema, toJsonSchema } from "waymark/advanced";
import { type Answer, answersOf, mediaTypesOf } from "../../shared/operations/answers.ts";
import { errorsOf } from "../../shared/operations/errors.ts";
import { sharedMessages } from "../shared/messages.ts";
import { headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { codeList, meaningHtml, prose } from "../shared/prose.ts";
import { statusTag } from "../shared/parts.ts";
import { type Context, errorLink, type OperationOnPage } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { plural } from "../shared/fill.ts";
import { schemaLink, typeFields } from "../shared/schema-fields.ts";

export function answersPart(shown: OperationOnPage, context: Context): Html {
  const { registry, messages } = context;
  const answers = answersOf(shown.route, registry).filter(({ status }) => Number(status) < 400);
  const main = answers.find(({ status, bodies }) => Number(status) < 300 && bodies.includes("own"));
  return html`<h2 id="responses">${messages.responses}</h2>
${answers.map((answer) => answerPart(answer, answer === main, shown, context))}
${eventsOf(shown, context)}
${errorTable(shown, context)}`;
}

/** @param isMain whether the fields of the body are shown here; other answers have the same body, or none. */
function answerPart(
  answer: Answer,
  isMain: boolean,
  { route }: OperationOnPage,
  context: Context,
): Html {
  const { registry, language } = context;
  const status = Number(answer.status);
  const mediaTypes = mediaTypesOf(answer, route);
  const meanings = statusMeanings(registry, language);
  const meaning = meanings[String(status)] ?? meanings[`${Math.floor(status / 100)}xx`];
  const type = isMain ? route.schema : undefined;
  const returns = isMain ? route.declaration.returns : undefined;
  const schema =
    type === undefined ? returns && toJsonSchema(returns) : publishedSchema(registry, type);
  return html`<p>${statusTag(status)} ${meaning !== undefined && prose(meaning.text)}</p>
${mediaTypes.length > 0 && html`<p class="small soft">${type !== undefined && html`${sharedMessages(registry, language).schema.name}: ${schemaLink(type, context)} · `}${codeList(mediaTypes)}</p>`}
${schema !== undefined && typeFields(schema, context)}
${headerList(answer, context)}
`;
}

/** Returns every error that the operation has of its own, folded. */
function errorTable({ route }: OperationOnPage, context: Context): Html | undefined {
  const { messages, registry, language } = context;
  const errors = errorsOf(route, registry);
  if (errors.length === 0) return undefined;
  const rows = errors.map(
    ({
      code,
      status,
      message,
      remedy,
    }) => html`<div><dt>${statusTag(status)} ${errorLink(code, context)}</dt>
<dd>${translatedHtml(message, context)} <span class="soft">${translatedHtml(remedy, context)}</span></dd></div>
`,
  );
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return html`<details class="more"><summary>${plural(messages.errorsOfAnswer, errors.length, language)} ${statuses.map((status) => html`${statusTag(status)} `)}</summary>
<dl class="fields">${rows}</dl></details>`;
}

function headerList(
  { headers }: Answer,
  { registry, language, messages }: Context,
): Html | undefined {
  if (headers.length === 0) return undefined;
  const meanings = headerMeanings(registry, language);
  const items = [...new Set(headers)].toSorted().map((name) => {
    const meaning = meanings[name.toLowerCase()];
    return html`<div><dt><code>${name}</code></dt><dd>${meaning && meaningHtml(meaning)}</dd></div>
`;
  });
  return html`<details class="more"><summary>${plural(messages.headersOfAnswer, items.length, language)}</summary>
<dl class="fields">${items}</dl></details>`;
}

function eventsOf({ route }: OperationOnPage, { registry, messages }: Context): Html | undefined {
  if (route.kind !== "stream") return undefined;
  const { events = {}, contributed } = route.declaration.stream ?? {};
  const all = new Set([
    ...Object.keys(events),
    ...(contributed === true ? Object.keys(registry.audiences) : []),
  ]);
  return html`<h3>${messages.events}</h3>
<p>${messages.eventsText} ${codeList([...all])}</p>`;
}
