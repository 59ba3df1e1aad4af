/** The OpenAPI 3.0.4 document of a registry. Pages for people are left out; HEAD and OPTIONS go without saying. */
import type { Registry } from "../../contract/registry.js";
/** Information that the registry does not have: the contact of the API, and its terms. */
export interface OpenapiInfo {
    readonly contact?: Texts;
    readonly license?: Texts;
    readonly termsOfService?: string | undefined;
    readonly externalDocs?: Texts;
}
type Texts = Readonly<Record<string, string | undefined>> | undefined;
/** Returns the document as JSON. Equal registries have the same document, key by key. */
export declare function openapiDocument(registry: Registry, info?: OpenapiInfo): Record<string, unknown>;
export {};
