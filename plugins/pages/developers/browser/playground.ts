/** The playground: reads or loads the description of the API, and assembles its parts. */
import type { ApiDescription } from "../../shared/playground/description.ts";
import { el } from "../../shared/browser/dom.ts";
import { Playground } from "./session.ts";

const { lang } = document.documentElement;
const host = document.querySelector<HTMLElement>("#play");

if (host !== null) void start(host);

async function start(place: HTMLElement): Promise<void> {
  place.setAttribute("aria-busy", "true");
  try {
    const playground = new Playground(await describe(place));
    place.replaceChildren(...playground.elements);
    playground.start(place);
  } catch {
    // The messages come with the description.
    const text = place.dataset["failed"] ?? "";
    place.replaceChildren(el("p", { class: "card", role: "alert" }, text));
  }
  place.removeAttribute("aria-busy");
}

/** The page of one operation has its description inside. */
async function describe(place: HTMLElement): Promise<ApiDescription> {
  const inside = place.querySelector("script");
  if (inside !== null) return JSON.parse(inside.text);
  const { operations = "" } = place.dataset;
  const answer = await fetch(operations, { headers: { "accept-language": lang } });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.json();
}
