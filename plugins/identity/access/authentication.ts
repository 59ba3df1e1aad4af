/** Documents show how credentials are asked for and obtained, and how many may fail. */
import { definePolicy } from "waymark";
import { toJsonSchema, type Member } from "waymark/advanced";
import { z } from "zod";
import { LocalizedText } from "../../shared/languages.ts";
import { FAILURE_WINDOW_SECONDS } from "./attempts.ts";
import { Options } from "./options.ts";

/** Name of the protected space: one, as credentials count for the whole API (RFC 9110, section 11.5). */
export const REALM = "api";

const SHOWN_BY = "security-headers.showSecurityPolicy";
const METHODS = "auth-methods.showAuthMethods";

const Authentication = z.object({
  realm: z.string().describe("Name of the protected space, as WWW-Authenticate shows it."),
  failures: z
    .object({ limit: z.int().min(1), windowSeconds: z.number() })
    .describe("Failed authentications after which a network is refused with 429."),
});

const Obtain = LocalizedText.describe(
  "How to get a credential: a URL, or a text, or a text for each language.",
);

/** Adds members to documents, which do not know them. */
export const authentication = definePolicy({
  id: "authentication",
  options: Options,
  compile({ ref }, { options: { failures, obtain } }) {
    if (ref === METHODS && obtain !== undefined) {
      const member: Member = { schema: toJsonSchema(Obtain).root, value: () => obtain };
      return { members: (outcome) => (outcome === "ok" ? { obtain: member } : {}) };
    }
    if (ref !== SHOWN_BY) return undefined;
    const member: Member = {
      schema: toJsonSchema(Authentication).root,
      value: () => ({
        realm: REALM,
        failures: { limit: failures, windowSeconds: FAILURE_WINDOW_SECONDS },
      }),
    };
    return { members: (outcome) => (outcome === "ok" ? { authentication: member } : {}) };
  },
});
