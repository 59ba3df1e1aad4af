/** The playground: loads the description of the API and assembles its parts. */
import type { ApiDescription } from "../shared/model.ts";
import { el } from "./dom.ts";
import { enableCommands, enableSearch, openNamed } from "./page-tools.ts";
import { Playground } from "./session.ts";
import { messagesFor } from "./messages.ts";

const messages = messagesFor(document.documentElement.lang);
const host = document.querySelector<HTMLElement>("#play");

enableSearch(messages);
enableCommands(messages);
openNamed();
window.addEventListener("hashchange", openNamed);
if (host !== null) void start(host);

async function start(place: HTMLElement): Promise<void> {
  const note = el("p", { class: "card", role: "status" }, messages.loading);
  place.append(note);
  try {
    const answer = await fetch(place.dataset["operations"] ?? "", {
      headers: { "accept-language": document.documentElement.lang },
    });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const api: ApiDescription = await answer.json();
    const { graphql, editor } = place.dataset;
    const playground = new Playground(
      api,
      messages,
      graphql === undefined ? undefined : { path: graphql, editor },
    );
    note.replaceWith(...playground.elements);
    playground.start();
  } catch {
    note.textContent = messages.failedToLoad;
  }
}
