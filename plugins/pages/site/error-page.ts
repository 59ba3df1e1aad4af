/** Errors as pages, for browsers. */
import {
  html,
  type Call,
  type FieldError,
  type Html,
  type Registry,
  type SealedRoute,
} from "waymark";
import {
  LANGUAGE_PARAMETER,
  type Failure,
  withoutLanguage,
  nearest,
  requiredScopes,
} from "waymark/advanced";
import { pageEntriesOf, translate, pagesOf, translationOf } from "waymark/services";
import { RetryPolicy } from "../../../schemas/documents/resilience.ts";
import { isFailure } from "../../shared/traffic.ts";
import { fill } from "../shared/fill.ts";
import { obtainNotice } from "../shared/obtain.ts";
import { layout } from "./layout.ts";
import type { SiteOptions } from "./options.ts";
import { siteMessages } from "./messages.ts";
import { AddressQuery } from "../shared/data/query.ts";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";

/** Returns the title of the page, and its first sentences. */
function headline(
  { status, message, retryAfter }: Failure,
  registry: Registry,
  language: string,
): readonly [title: string, text: string | Html] {
  const messages = siteMessages(registry, language);
  if (status === 429) {
    const { tooMany, tooManyFor } = messages;
    const title = retryAfter === undefined ? tooMany : fill(tooManyFor, { seconds: retryAfter });
    return [title, translated(message, registry, language)];
  }
  if (isFailure(status)) return [messages.failed, messages.failedText];
  switch (status) {
    case 401:
      return [messages.noCredential, messages.noCredentialText];
    case 403:
      return [messages.notAllowed, messages.notAllowedText];
    case 404:
      return [messages.noPage, messages.noPageText];
    default:
      return [messages.refused, translated(message, registry, language)];
  }
}

/** Returns the advice to try again, in which a script counts down. */
function again(seconds: number | undefined, registry: Registry, language: string): Html {
  const { tryAgain, tryAgainIn } = siteMessages(registry, language);
  if (seconds === undefined) return html` ${tryAgain}`;
  return html` <span data-again="${seconds}">${fill(tryAgainIn, { seconds })}</span>`;
}

function retryLinks(call: Call, registry: Registry, language: string): Html {
  const { again: repeat, seeLimits } = siteMessages(registry, language);
  const [address, limits] = [addressOf(call), registry.href("reference.showLimits")];
  return html`<ul>${address !== undefined && html`<li><a href="${address}">${repeat}</a></li>`}${limits !== undefined && html`<li><a href="${limits}">${seeLimits}</a></li>`}</ul>`;
}

/** Returns a text of the registry, within others: a text without a translation is marked (WCAG 3.1.2). */
function translated(text: string, registry: Registry, language: string): string | Html {
  return translationOf(text, registry, language) ?? html`<span lang="en">${text}</span>`;
}

/** Parts of the registry in the form in which error pages need them. */
interface Lookups {
  /** True if clients may try again after an error. */
  readonly isRetried: (failure: Failure) => boolean;
  /** Routes of the API by path. */
  readonly operations: ReadonlyMap<string, readonly SealedRoute[]>;
}

const lookupsOf = oncePerRegistry(({ routes, statements, errors }): Lookups => {
  const { retryOn = [] } = RetryPolicy.partial().parse(statements["retry"] ?? {});
  const ofApi = routes.filter(({ site }) => !site);
  const isRetried = ({ code, status }: Failure) =>
    errors.find((one) => one.code === code)?.retry ?? retryOn.includes(status);
  return { isRetried, operations: Map.groupBy(ofApi, ({ path }) => path) };
});

export interface ErrorPageInfo {
  readonly registry: Registry;
  readonly language: string;
  readonly options: SiteOptions;
}

export function errorPage(failure: Failure, call: Call, about: ErrorPageInfo): string {
  const { registry, language } = about;
  const messages = siteMessages(registry, language);
  const { status, code, message, detail, errors = [], retryAfter } = failure;
  const [title, text] = headline(failure, registry, language);
  const { isRetried } = lookupsOf(registry);
  const content = html`<p class="lead">${text}${isRetried(failure) && again(retryAfter, registry, language)}</p>
${status === 429 ? retryLinks(call, registry, language) : status === 401 && obtainNotice(about)}
${status === 404 && elsewhere(call, about)}
${detail !== undefined && errors.length === 0 && html`<p${retryAfter !== undefined && html` data-again="${retryAfter}"`}>${translated(detail, registry, language)}</p>`}
${
  errors.length > 0 &&
  html`<h2>${messages.details}</h2>
<ul>${errors.map((error) => html`<li>${place(error)}${translated(error.detail, registry, language)}</li>`)}</ul>`
}
${conditions(call, about)}
${operations(call, registry, language) ?? mainPages(registry, language)}
<dl class="facts">
<div><dt>${messages.error}</dt><dd>${status}</dd></div>
<div><dt>${messages.code}</dt><dd>${codeLink(code, registry)}</dd></div>
${call.path !== "" && html`<div><dt>${messages.address}</dt><dd><code>${call.path}</code></dd></div>`}
${call.requestId !== undefined && html`<div><dt>${messages.requestId}</dt><dd><code>${call.requestId}</code></dd></div>`}
</dl>`;
  return layout(content, {
    ...about,
    title,
    description: translate(message, registry, language),
    path: undefined,
    address: addressOf(call),
    languages: registry.languages,
    styles: [],
    namesLanguage: new URLSearchParams(call.search).get(LANGUAGE_PARAMETER) === language,
  });
}

/** Returns the address without its language; undefined if a link would not ask for it again. */
function addressOf({ method, path, search }: Call): string | undefined {
  // A second slash would lead to another server.
  return method === "GET" && /^\/(?!\/)/.test(path)
    ? `${path}${withoutLanguage(search)}`
    : undefined;
}

/** Returns the conditions of a list's query, which may be what did not fit, each with a link to the list without it. */
function conditions(call: Call, { registry, language }: ErrorPageInfo): Html | undefined {
  const { ref, kind } = call.route;
  const address = addressOf(call);
  if (kind !== "list" || registry.route(ref)?.view === undefined) return undefined;
  if (address === undefined || call.search === "") return undefined;
  const { pathname, search } = new URL(address, registry.baseUrl);
  return html`${new AddressQuery(pathname, search, false).chips(registry, language)}
<p><a href="${pathname}">${siteMessages(registry, language).wholeList}</a></p>`;
}

function place({ parameter, header, pointer }: FieldError): Html | undefined {
  const name = parameter ?? header ?? pointer;
  return name === undefined || name === "" ? undefined : html`<code>${name}</code>: `;
}

/** Returns the pages of this address's operations, for requests that asked for one in a wrong way. */
function operations({ route }: Call, registry: Registry, language: string): Html | undefined {
  const links = (lookupsOf(registry).operations.get(route.path) ?? []).flatMap(
    ({ ref, declaration: { summary } }) => {
      const href = registry.href("reference.showOperation", { ref });
      return href
        ? [html`<li><a href="${href}">${translated(summary, registry, language)}</a></li>`]
        : [];
    },
  );
  if (links.length === 0) return undefined;
  return html`<h2>${siteMessages(registry, language).operations}</h2>
<ul>${links}</ul>`;
}

function mainPages(registry: Registry, language: string): Html | undefined {
  const pages = pagesOf(registry, language).filter(({ menu }) => menu === "main");
  if (pages.length === 0) return undefined;
  return html`<h2>${siteMessages(registry, language).tryInstead}</h2>
<ul>${pages.map(({ href, title }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>`;
}

function codeLink(code: string, registry: Registry): Html {
  const page = registry.href("reference.showErrors");
  const name = html`<code>${code}</code>`;
  return page === undefined ? name : html`<a href="${page}#${code}">${name}</a>`;
}

/** Returns the address that may have been meant, and a search for the words of this one. */
function elsewhere({ path }: Call, { registry, language }: ErrorPageInfo): Html {
  const near = nearestPath(path, registry);
  const search = registry.href("search.showSearch");
  const words = (/[^/]*$/.exec(path)?.[0] ?? "").slice(0, 60).replace(/[^\p{L}\p{N}]+/gu, " ");
  return html`${near !== undefined && html`<p class="notice">${siteMessages(registry, language).nearest} <a href="${near}"><code>${near}</code></a>?</p>`}
${
  search !== undefined &&
  html`<form action="${search}" role="search" class="find">
<label for="find">${siteMessages(registry, language).search}</label>
<div><input type="search" name="q" id="find" value="${words.trim()}" maxlength="100"><input type="hidden" name="${LANGUAGE_PARAMETER}" value="${language}"><button>${siteMessages(registry, language).search}</button></div>
</form>`
}`;
}

/** Letters of a path that is compared: the work grows with its length. */
const MAX_LENGTH = 100;
/** Pages that are compared. */
const MAX_PATHS = 1000;

/** Finds a page or read of the API that everybody may open: one with the same end, else the closest name. */
function nearestPath(path: string, registry: Registry): string | undefined {
  if (path.length > MAX_LENGTH) return undefined;
  const paths = pathsOf(registry);
  const end = path.slice(path.lastIndexOf("/")).toLowerCase();
  const sameEnd = end === "/" ? [] : paths.filter((one) => one.toLowerCase().endsWith(end));
  const [shortest] = sameEnd.toSorted((a, b) => a.length - b.length);
  return shortest ?? nearest(path, paths);
}

const pathsOf = oncePerRegistry((registry): readonly string[] => {
  const pages = pagesOf(registry, undefined).filter(({ here }) => here);
  const entries = pageEntriesOf(registry, undefined);
  const reads = registry.routes.filter(
    (route) =>
      route.method === "GET" &&
      !route.site &&
      route.pattern.params.length === 0 &&
      requiredScopes(route) === undefined,
  );
  const paths = [...pages, ...entries].map(({ href }) => href);
  return [...new Set([...paths, ...reads.map(({ path }) => path)])].slice(0, MAX_PATHS);
});
