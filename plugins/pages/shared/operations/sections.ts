/** The operations of the API by section, plugin and preset order. */
import type { Registry } from "waymark";
import { type Section, SECTIONS } from "waymark/advanced";
import type { Language } from "../languages.ts";
import type { Group } from "./model.ts";
import { operationGroups } from "./operations.ts";

export interface SectionOfApi {
  readonly section: Section;
  readonly groups: readonly Group[];
}

/** Returns the sections that have operations, in their order. */
export function sectionsOf(registry: Registry): readonly SectionOfApi[] {
  const groups = operationGroups(registry);
  return SECTIONS.flatMap((section) => {
    const own = groups.filter(({ plugin }) => sectionOf(plugin, registry) === section);
    return own.length === 0 ? [] : [{ section, groups: own }];
  });
}

export function sectionOf(id: string, { installed }: Registry): Section {
  return installed.find(({ plugin }) => plugin.id === id)?.plugin.section ?? "resources";
}

interface SectionText {
  readonly name: string;
  readonly text: string;
}

export const SECTION_TEXTS: Readonly<Record<Language, Readonly<Record<Section, SectionText>>>> = {
  en: {
    resources: { name: "Resources", text: "The data of the service." },
    monitoring: { name: "Monitoring", text: "How the service is doing." },
    discovery: {
      name: "Discovery",
      text: "What the service offers, for programs that find their way.",
    },
    policies: { name: "Policies", text: "The rules that every request and answer follows." },
  },
  es: {
    resources: { name: "Recursos", text: "Los datos del servicio." },
    monitoring: { name: "Monitorización", text: "Cómo está el servicio." },
    discovery: {
      name: "Descubrimiento",
      text: "Lo que ofrece el servicio, para los programas que se orientan solos.",
    },
    policies: {
      name: "Políticas",
      text: "Las reglas que siguen todas las peticiones y respuestas.",
    },
  },
};
