/** The playground: loads the description of the API and assembles its parts. */
import type { ApiDescription } from "../../shared/operations/model.ts";
import { el } from "./dom.ts";
import { enableCommands } from "./page-tools.ts";
import { Playground } from "./session.ts";

const { lang } = document.documentElement;
const host = document.querySelector<HTMLElement>("#play");

enableCommands();
if (host !== null) void start(host);

async function start(place: HTMLElement): Promise<void> {
  place.setAttribute("aria-busy", "true");
  try {
    const { operations = "", ...data } = place.dataset;
    const answer = await fetch(operations, { headers: { "accept-language": lang } });
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const api: ApiDescription = await answer.json();
    const playground = new Playground(api, data);
    place.replaceChildren(...playground.elements);
    playground.start(place);
  } catch {
    // The messages come with the description.
    const text = lang.startsWith("es")
      ? "No se ha podido cargar la zona de pruebas. Recarga la página para intentarlo de nuevo."
      : "The playground could not be loaded. Reload the page to try again.";
    place.replaceChildren(el("p", { class: "card", role: "alert" }, text));
  }
  place.removeAttribute("aria-busy");
}
