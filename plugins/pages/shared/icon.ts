/** Icons of plugins, before the names of what they have. Colour and size follow the text. */
import { html, type Html, type Registry, type SealedRoute } from "waymark";
import { Icons } from "waymark/services";

/** Drawings for plugins without an icon, by what a route answers with. */
const NEUTRAL = {
  list: "M2 4h12M2 8h12M2 12h12",
  stream:
    "M1.5 5.5q1.6-2.5 3.25 0t3.25 0 3.25 0 3.25 0M1.5 10.5q1.6-2.5 3.25 0t3.25 0 3.25 0 3.25 0",
  other: "M1.75 3h12.5v10H1.75zM4.5 6.5h7M4.5 9.5h4",
} as const;

type Subject = Pick<SealedRoute, "plugin" | "kind">;

/** Returns the icon of a route's plugin as data of an SVG path. */
export function iconPath({ plugin, kind }: Subject, registry: Registry): string {
  const neutral = kind === "list" || kind === "stream" ? kind : "other";
  return registry.of(Icons).get(plugin) ?? NEUTRAL[neutral];
}

/** Returns the icon of a route's plugin; nothing for no route. Screen readers read the name beside it. */
export function iconOf(route: Subject | undefined, registry: Registry): Html | undefined {
  return route && drawn(iconPath(route, registry));
}

/** Returns the drawing of SVG path data, which screen readers skip. */
export function drawn(path: string): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
}
