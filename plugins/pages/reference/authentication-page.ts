/** The page on how to authenticate. */
import { html, type PageContent } from "waymark";
import { sharedMessages } from "../shared/messages.ts";
import { codeFigure } from "../shared/code-figure.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { sampleCall } from "../shared/operations/sample-call.ts";
import { codeList, prose } from "../shared/prose.ts";
import { type Context, operationPath } from "./context.ts";
import { titleOf } from "./entries.ts";
import { operationsOf } from "../shared/operations/operations.ts";
import { plural } from "../shared/fill.ts";

export function authenticationPage(context: Context): PageContent {
  const { registry, language, messages } = context;
  const all = [...operationsOf(registry).values()];
  const guarded = all.filter(({ scopes }) => scopes !== undefined);
  const call = { headers: [], method: "GET", target: registry.href("root.showRoot") ?? "/" };
  const sample = guarded[0] === undefined ? call : sampleCall(guarded[0]);
  const ways = credentialsOf(registry, language).map(
    ({ label, header, prefix, description }) => html`<section class="entry"><h3>${label}</h3>
<p>${prose(description)}</p>
${codeFigure("curl", toCurl({ ...sample, credential: { header, prefix } }, registry.baseUrl), context, `curl: ${label}`)}</section>
`,
  );
  const rows = guarded.map(
    ({
      ref,
      method,
      path,
      summary,
      scopes = [],
    }) => html`<tr><th scope="row"><a href="${operationPath(ref, context)}">${titleOf(summary, context)}</a><br><span class="soft small">${method} ${path}</span></th><td>${scopes.length === 0 ? messages.anyCredential : codeList(scopes)}</td></tr>
`,
  );
  const { title, description } = sharedMessages(registry, language).topics.authentication;
  return {
    title,
    description,
    html: html`<p class="lead">${messages.authLead}</p>
<h2 id="ways">${messages.ways}</h2>
${ways}
<p class="notice">${messages.neverInAddress}</p>
<h2 id="operations">${messages.whichNeed}</h2>
${
  rows.length === 0
    ? html`<p>${messages.noneNeeds}</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${messages.whichNeed}"><table>
<thead><tr><th scope="col">${plural(messages.operations, rows.length, language)}</th><th scope="col">${messages.scopes}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
}`,
  };
}
