/** The playground: asks for the description of the API, and puts its parts together. */
import type { ApiDescription } from "../shared/model.ts";
import { el } from "./dom.ts";
import { enableCommands, enableSearch, openNamed } from "./page-tools.ts";
import { Playground } from "./session.ts";
import { wordsOf } from "./words.ts";

const words = wordsOf(document.documentElement.lang);
const host = document.querySelector<HTMLElement>("#play");

enableSearch(words);
enableCommands(words);
openNamed();
window.addEventListener("hashchange", openNamed);
if (host !== null) void start(host);

async function start(place: HTMLElement): Promise<void> {
  const note = el("p", { class: "card", role: "status" }, words.loading);
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
      words,
      graphql === undefined ? undefined : { path: graphql, editor },
    );
    note.replaceWith(...playground.elements);
    playground.start();
  } catch {
    note.textContent = words.failedToLoad;
  }
}
