/** The playground: loads the description of the API and assembles its parts. */
import type { ApiDescription } from "../shared/description.ts";
import { el } from "./dom.ts";
import { Playground } from "./session.ts";

const { lang } = document.documentElement;
const host = document.querySelector<HTMLElement>("#play");

if (host !== null) void start(host);

async function start(place: HTMLElement): Promise<void> {
  place.setAttribute("aria-busy", "true");
  try {
    const { operations = "", operation } = place.dataset;
    const answer = await fetch(operations, { headers: { "accept-language": lang } });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const api: ApiDescription = await answer.json();
    const playground = new Playground(api, operation);
    place.replaceChildren(...playground.elements);
    playground.start(place);
  } catch {
    // The messages come with the description.
    const text = place.dataset["failed"] ?? "";
    place.replaceChildren(el("p", { class: "card", role: "alert" }, text));
  }
  place.removeAttribute("aria-busy");
}
