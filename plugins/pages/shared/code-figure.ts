/** Code on a page. */
import { type Html, html, type Registry } from "waymark";
import { sharedMessages } from "./messages.ts";
import { samplesOf } from "./operations/commands.ts";
import type { ApiCall } from "./operations/model.ts";

/** The page of a part. */
export interface OnPage {
  readonly registry: Registry;
  readonly language: string;
}

/** Returns code with a head line that has its title and a button that copies it. `label` names it for screen readers. */
export function codeFigure(title: string, code: string, page: OnPage, label = title): Html {
  return figure(html`<figcaption>${title} ${copyButton(page)}</figcaption>`, code, label);
}

function copyButton({ registry, language }: OnPage): Html {
  return html`<button type="button" class="quiet copy" data-copy>${sharedMessages(registry, language).copy}</button>`;
}

function figure(head: Html, code: string, label: string): Html {
  return html`<figure class="code">${head}<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></figure>
`;
}

/** Code in one of several languages. */
export interface CodeTab {
  readonly name: string;
  readonly code: string;
  /** Remark above the code. Default: none. */
  readonly text?: string;
}

/**
 * Returns a call in tabs, one for each language and for further code; with scripts, the language that is chosen is
 * remembered. The name of a tab is the title of its code, also on paper and in Markdown. `label` is for screen readers.
 */
export function callTabs(
  label: string,
  call: ApiCall,
  page: OnPage,
  further: readonly CodeTab[] = [],
): Html {
  const codes: readonly CodeTab[] = [...samplesOf(call, page.registry.baseUrl), ...further];
  const all = codes.map(({ name, code, text }) => ({
    name,
    content: html`${text !== undefined && html`<p class="small soft">${text}</p>`}${figure(copyButton(page), code, `${label}: ${name}`)}`,
  }));
  return tabs("code", all, html` data-code-switch`);
}

interface Tab {
  readonly name: string;
  readonly content: Html;
}

/** Returns tabs: one part shows at a time, at first the first, without scripts. `id` is unique on the page. */
export function tabs(id: string, all: readonly Tab[], attributes?: Html): Html {
  return html`<div class="tabs">${all.map(
    (
      { name, content },
      index,
    ) => html`<input type="radio" name="${id}" id="${id}-${index}" value="${name}"${attributes}${index === 0 && html` checked`}><label for="${id}-${index}">${name}</label>
<div class="panel">${content}</div>
`,
  )}</div>
`;
}
