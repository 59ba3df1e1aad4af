/** All reads of the API by section, guarded ones too: lists first, then resources. */
import { type Html, html, type SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import type { Audit, Runtime } from "waymark/services";
import { plural } from "../../shared/fill.ts";
import { sharedMessages, titleOf } from "../../shared/messages.ts";
import type { Page } from "../frame.ts";
import { pageOf } from "../links.ts";
import { consoleMessages, type Messages } from "../messages.ts";
import { isRead } from "./api-routes.ts";

export function dataPage({ registry }: Runtime, audit: Audit | undefined, language: string): Page {
  const messages = consoleMessages(registry, language);
  const { sections } = sharedMessages(registry, language);
  const sectionOf = new Map(
    registry.installed.map(({ plugin: { id, section = "resources" } }) => [id, section]),
  );
  const reads = registry.routes.filter(
    (route) => isRead(route) && route.pattern.params.length === 0,
  );
  const bySection = Map.groupBy(reads, ({ plugin }) => sectionOf.get(plugin) ?? "resources");
  const item = (route: SealedRoute) => {
    const scopes = requiredScopes(route);
    return html`<li><a href="${pageOf(route.path)}">${titleOf(route.declaration.summary, { registry, language })}</a> <code class="soft">${route.path}</code>${scopes !== undefined && html` <span class="tag info">${scopes.join(" ") || messages.data.anyCredential}</span>`}</li>
`;
  };
  const order = ["resources", "monitoring", "discovery", "policies"] as const;
  const parts = order.map((section, index) => {
    const routes = bySection.get(section) ?? [];
    if (routes.length === 0) return undefined;
    const { lists = [], others = [] } = Object.groupBy(routes, ({ kind }) =>
      kind === "list" ? "lists" : "others",
    );
    return html`<details${index < 2 && html` open`}><summary><h2>${sections[section].name} <span class="small soft">${plural(messages.routeCount, routes.length, language)}</span></h2></summary>
<ul class="reads">${[...lists, ...others].map(item)}</ul></details>
`;
  });
  const content = html`<p class="lead">${messages.data.lead}</p>
${auditCheck(audit, messages)}
${parts}`;
  return { title: messages.menu.data, content };
}

/** Returns the button that verifies the record of actions; undefined where it is off. */
export function auditCheck(audit: Audit | undefined, { data }: Messages): Html | undefined {
  if (audit?.verify === undefined) return undefined;
  return html`<form data-act="/console/data/at" class="line"><button class="quiet">${data.verify}</button> <output></output></form>`;
}
