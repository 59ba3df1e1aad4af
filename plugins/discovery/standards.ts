import type { Registry } from "waymark";
import { sendsHeader } from "waymark/services";

const RFC = "https://www.rfc-editor.org/rfc/rfc";

const serves = (ref: string) => (registry: Registry) => registry.route(ref) !== undefined;
const sends = (header: string) => (registry: Registry) => sendsHeader(registry, header);

export function hasProblemDetails({ builtin }: Registry): boolean {
  return builtin.unknown.errorForms.some(
    ({ mediaType }) => mediaType === "application/problem+json",
  );
}

/** Specifications, each with the fact that it depends on; those without one always apply. */
const STANDARDS: readonly (readonly [uri: string, holds?: (registry: Registry) => boolean])[] = [
  ["https://spec.openapis.org/oas/v3.0.4", serves("openapi.showOpenapi")],
  [`${RFC}7807`, hasProblemDetails],
  [`${RFC}9457`, hasProblemDetails], // obsoletes 7807; the same on the wire
  [`${RFC}5988`, sends("Link")],
  [`${RFC}8288`, sends("Link")], // obsoletes 5988
  [`${RFC}9110`],
  [`${RFC}9116`, serves("security-txt.showSecurityTxt")],
  [`${RFC}9727`, serves("api-catalog.showCatalog")],
  [`${RFC}8594`, sends("Sunset")],
  [`${RFC}9745`, sends("Deprecation")],
];

/** URIs of the specifications that the server follows. */
export function conformsTo(registry: Registry): string[] {
  return STANDARDS.flatMap(([uri, holds]) => (holds?.(registry) === false ? [] : [uri]));
}
