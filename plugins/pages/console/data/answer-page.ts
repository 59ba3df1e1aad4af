/** An address of the API as a page: its answer as a table or card, and a form for each write that belongs to it. */
import { type Html, html } from "waymark";
import type { Audit, Runtime } from "waymark/services";
import { answerData } from "../../shared/data/answer-data.ts";
import { isRow } from "../../shared/data/data-view.ts";
import { shorten } from "../../shared/data/query.ts";
import { titleOf } from "../../shared/messages.ts";
import type { OperatorCall, Page } from "../frame.ts";
import { pageOf } from "../links.ts";
import { consoleMessages } from "../messages.ts";
import { apiRoute, isRead, paramsIn } from "./api-routes.ts";
import { auditCheck } from "./index-page.ts";
import { readAnswer } from "./read-answer.ts";
import { writeForms } from "./write-forms.ts";

/** Characters of an answer without fields that are shown. */
const MOST_RAW = 32_768;

interface Services {
  readonly runtime: Runtime;
  readonly audit: Audit | undefined;
}

/** Returns undefined for an address that is not a read of the API. */
export async function answerPage(
  { runtime, audit }: Services,
  target: string,
  call: OperatorCall,
): Promise<Page | undefined> {
  const { registry } = runtime;
  const { language } = call;
  const route = await apiRoute(runtime, "GET", target);
  if (route === undefined || !isRead(route)) return undefined;
  const messages = consoleMessages(registry, language);
  const [path = "", query = ""] = target.split("?", 2);
  const params = paramsIn(route, path);
  const search = query === "" ? "" : `?${query}`;
  const shown = { route, registry, language, path, search, params, pageOf };
  const { status, value, etag, failed } = await readAnswer(runtime, shown, call);
  const data = isRow(value) ? answerData(shown, value) : undefined;
  const content = html`<p class="request"><span class="method get">GET</span> <code>${shorten(decoded(target), 200)}</code> <span class="tag ${failed === undefined ? "good" : "bad"}">${status}</span></p>
${failed === undefined ? (data ?? raw(value)) : html`<p class="notice bad">${failed}</p>`}
${route.plugin === "audit" && auditCheck(audit, messages)}
${failed === undefined && writeForms({ route, registry, language, path, params, value, etag })}
<p><a href="/console/data">${messages.data.all}</a></p>`;
  const title = titleOf(route.declaration.summary, shown);
  return { title, content };
}

function decoded(target: string): string {
  return target.replaceAll("%5B", "[").replaceAll("%5D", "]");
}

function raw(value: unknown): Html {
  const text = JSON.stringify(value, undefined, 2);
  return html`<div class="code"><pre tabindex="0"><code>${shorten(text, MOST_RAW)}</code></pre></div>`;
}
