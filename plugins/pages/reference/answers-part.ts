/** Every answer that an operation may have: its status, headers, body, and errors with what to do. */
import { type Html, html } from "waymark";
import { sharedMessages } from "../shared/messages.ts";
import { headerMeanings, statusMeanings } from "../shared/meanings.ts";
import { codeList, prose } from "../shared/prose.ts";
import { type Context, errorLink, statusTag, type OperationOnPage } from "./context.ts";
import { translatedHtml } from "../shared/translate.ts";
import { jsonFigure } from "../shared/json-figure.ts";
import { answersOf, type DescribedAnswer } from "./described.ts";
import { errorBody } from "./errors-page.ts";
import { plural } from "../shared/fill.ts";
import { schemaLink } from "../shared/schema-link.ts";

export function answersPart(shown: OperationOnPage, context: Context): Html {
  const { registry, messages } = context;
  const answers = answersOf(shown.route, registry);
  return html`<h2 id="answers">${messages.answers}</h2>
${answers.map((answer) => answerDetails(answer, shown, context))}
${eventsOf(shown, context)}`;
}

function answerDetails(answer: DescribedAnswer, shown: OperationOnPage, context: Context): Html {
  const { registry, language } = context;
  const { status, mediaTypes } = answer;
  const meanings = statusMeanings(registry, language);
  const meaning = meanings[String(status)] ?? meanings[`${Math.floor(status / 100)}xx`];
  const errors = shown.operation.errors.filter((error) => error.status === status);
  const { schema } = shown.route;
  return html`<details class="more"${status < 300 && html` open`}><summary>${statusTag(status)} ${errors.length > 0 ? codeList(errors.map(({ code }) => code)) : meaning !== undefined && prose(meaning.text)}</summary>
${errors.map((error) => errorPart(error, context))}
${
  errors.length === 0 &&
  mediaTypes.length > 0 &&
  html`<p>${schema !== undefined && html`${sharedMessages(registry, language).schema.name}: ${schemaLink(schema, context)} · `}${codeList(mediaTypes)}</p>`
}
${headerList(answer, context)}</details>
`;
}

function errorPart(error: OperationOnPage["operation"]["errors"][number], context: Context): Html {
  const { messages, registry } = context;
  const { remedy } = registry.errors.find(({ code }) => code === error.code) ?? {};
  return html`<p>${errorLink(error.code, context)}: ${translatedHtml(error.message, context)} <span class="soft">${translatedHtml(remedy, context)}</span></p>
${jsonFigure(errorBody(error), "application/json", `${messages.example}: ${error.code}`)}`;
}

function headerList(
  { status, headers }: DescribedAnswer,
  { registry, language, messages }: Context,
): Html | undefined {
  if (headers.length === 0) return undefined;
  // Headers of the other answers are the same but for a few.
  if (status >= 400)
    return html`<p class="small soft">${plural(messages.headersOfAnswer, headers.length, language)}: ${codeList(headers)}</p>`;
  const meanings = headerMeanings(registry, language);
  const items = headers.map((name) => {
    const meaning = meanings[name.toLowerCase()];
    return html`<div><dt><code>${name}</code></dt><dd>${meaning !== undefined && html`${prose(meaning.text)}${meaning.spec !== undefined && html` <a class="small" href="${meaning.spec.href}">${meaning.spec.name}</a>`}`}</dd></div>
`;
  });
  return html`<details class="more"><summary>${plural(messages.headersOfAnswer, headers.length, language)}</summary>
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
