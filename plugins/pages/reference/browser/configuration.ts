/** The configuration of Scalar: a part of this site, without any request to another one. */
import type { ReferenceProps } from "@scalar/api-reference";

export interface Shown {
  readonly document: Record<string, unknown>;
  /** Language of the page; Scalar supports both of ours. */
  readonly language: string;
  onLoaded(): void;
}

export function configurationOf(shown: Shown): NonNullable<ReferenceProps["configuration"]> {
  const { language, onLoaded } = shown;
  return {
    content: shown.document,
    onLoaded,
    localization: { locale: language, translations: WORDS[language] ?? {} },

    // Requests to its makers and other sites, some of them only on localhost.
    telemetry: false,
    proxyUrl: "",
    withDefaultFonts: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    hideClientButton: true,
    // The playground sends requests.
    hideTestRequestButton: true,
    persistAuth: false,

    // The page links to the document, has a title, and follows the reader's colours.
    documentDownloadType: "none",
    hideDarkModeToggle: true,
    setPageTitle: () => document.title,
    theme: "none",
    orderSchemaPropertiesBy: "preserve",
  };
}

/** Visible labels that the names of their buttons must contain (WCAG 2.5.3). */
const WORDS: Readonly<Record<string, Record<string, unknown>>> = {
  en: { navigation: { showAllEndpoints: "Show More {name} endpoints" } },
  es: { navigation: { showAllEndpoints: "Mostrar más endpoints de {name}" } },
};
