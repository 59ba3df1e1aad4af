/** The page on how to authenticate. */
import { html, type PageContent } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { sharedMessages, titleOf } from "../shared/messages.ts";
import { scrollTable } from "../shared/parts.ts";
import { codeFigure } from "../shared/code-figure.ts";
import { obtainNotice } from "../shared/obtain.ts";
import { credentialsOf } from "../shared/operations/credentials.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { firstGuardedRead } from "../shared/operations/first-reads.ts";
import { codeList, prose } from "../shared/prose.ts";
import { type Context, operationPath } from "./context.ts";
import { operationsOf } from "../shared/operations/operations.ts";
import { plural } from "../shared/fill.ts";

export function authenticationPage(context: Context): PageContent {
  const { registry, language, messages } = context;
  const target = firstGuardedRead(registry)?.path ?? registry.href("root.showRoot") ?? "/";
  const sample = { headers: [], method: "GET", target };
  const ways = credentialsOf(registry, language).map(
    ({ label, header, prefix, description }) => html`<section class="entry"><h3>${label}</h3>
<p>${prose(description)}</p>
${codeFigure("curl", toCurl({ ...sample, credential: { header, prefix } }, registry.baseUrl), context, `curl: ${label}`)}</section>
`,
  );
  const rows = operationsOf(registry).flatMap((route) => {
    const { ref, method, path, declaration } = route;
    const scopes = requiredScopes(route);
    if (scopes === undefined) return [];
    return [
      html`<tr><th scope="row"><a href="${operationPath(ref, context)}">${titleOf(declaration.summary, context)}</a><br><span class="soft small">${method} ${path}</span></th><td>${scopes.length === 0 ? messages.anyCredential : codeList(scopes)}</td></tr>
`,
    ];
  });
  const { title, description } = sharedMessages(registry, language).topics.authentication;
  return {
    title,
    description,
    html: html`<p class="lead">${messages.authLead}</p>
${obtainNotice(context)}
<h2 id="ways">${messages.ways}</h2>
${ways}
<p class="notice">${messages.neverInAddress}</p>
<h2 id="operations">${messages.whichNeed}</h2>
${
  rows.length === 0
    ? html`<p>${messages.noneNeeds}</p>`
    : scrollTable(
        messages.whichNeed,
        [plural(messages.operations, rows.length, language), messages.scopes],
        rows,
      )
}`,
  };
}
