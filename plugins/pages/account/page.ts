/** The page without the data of a key, which its script reads, and the commands that do the same. */
import { html, type PageContent, type Registry } from "waymark";
import { assetHref } from "../shared/assets.ts";
import { codeFigure } from "../shared/code-figure.ts";
import { obtainNotice } from "../shared/obtain.ts";
import { toCurl } from "../shared/operations/commands.ts";
import { credentialsOf, withCredential } from "../shared/operations/credentials.ts";
import { scriptData } from "../shared/playground/place.ts";
import { prose } from "../shared/prose.ts";
import { accountMessages } from "./messages.ts";

/** Calls of a holder, each with its message, and with its body if it has one. */
const CALLS = [
  ["read", "api-keys.getOwnKey"],
  ["use", "usage.getUsage"],
  ["replace", "api-keys.rotateOwnKey", '{"grace":"1h"}'],
  ["revoke", "api-keys.revokeOwnKey"],
] as const;

export function accountPage(registry: Registry, language: string): PageContent {
  const page = { registry, language };
  const messages = accountMessages(registry, language);
  const ways = credentialsOf(registry, language);
  const paths = {
    key: registry.route("api-keys.getOwnKey")?.path,
    usage: registry.route("usage.getUsage")?.path,
  };
  const commands = CALLS.map(([name, ref, body]) => {
    const route = registry.route(ref);
    if (route === undefined) return undefined;
    const call = { method: route.method, target: route.path, headers: [], body };
    const command = toCurl(withCredential(call, [], ways), registry.baseUrl);
    return codeFigure(messages[name], command, page);
  });
  const data = { ...paths, messages: messages.texts };
  return {
    styles: ["account.showStyles"],
    html: html`<p class="lead">${messages.lead}</p>
${obtainNotice(page)}
<noscript><p class="notice">${messages.noScript}</p></noscript>
<div id="account" aria-live="polite">${scriptData(data)}</div>
<h2 id="commands">${messages.commands}</h2>
<p>${prose(messages.commandsText)}</p>
${commands}
<script type="module" src="${assetHref("account.showScript", registry)}"></script>`,
  };
}
