/** Links to published types. */
import { type Html, html, type Registry } from "waymark";

/** Links to the page of a type, else to its document. A type that is not published has neither. */
export function schemaLink(
  type: string,
  { registry: { schemas, href } }: { readonly registry: Registry },
): Html {
  const target = schemas.has(type)
    ? (href("reference.showSchema", { type }) ?? href("schemas.showSchema", { type }))
    : undefined;
  const name = html`<code>${type}</code>`;
  return target === undefined ? name : html`<a href="${target}">${name}</a>`;
}
