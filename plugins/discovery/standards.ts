import type { Registry } from "waymark";

const RFC = "https://www.rfc-editor.org/rfc/rfc";

/** Specifications, each with the flag that it depends on; those without a flag always apply. */
const STANDARDS: readonly { readonly uri: string; readonly flag?: string }[] = [
  { uri: "https://spec.openapis.org/oas/v3.0.4", flag: "openapi" },
  { uri: `${RFC}7807`, flag: "problemDetails" },
  { uri: `${RFC}9457`, flag: "problemDetails" }, // obsoletes 7807; the same on the wire
  { uri: `${RFC}5988`, flag: "profileLink" },
  { uri: `${RFC}8288`, flag: "profileLink" }, // obsoletes 5988
  { uri: `${RFC}9110` },
  { uri: `${RFC}9116`, flag: "securityTxt" },
  { uri: `${RFC}9727`, flag: "wellKnownApiCatalog" },
  { uri: `${RFC}8594`, flag: "sunsetHeader" },
  { uri: `${RFC}9745`, flag: "sunsetHeader" },
];

/** URIs of the specifications that the enabled plugins follow. */
export function conformsTo({ capabilities }: Registry): string[] {
  return STANDARDS.filter(({ flag }) => flag === undefined || capabilities[flag] === true).map(
    ({ uri }) => uri,
  );
}
