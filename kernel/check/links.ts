import type { Answer } from "../../registry/contract/conformance.ts";
import { asObject, isJson, readJson } from "./body.ts";

/** A link with its relation. */
export interface Link {
  readonly rel: string;
  readonly href: string;
}

/** The links of an answer: in the Link header (RFC 8288), and in `_links` at any depth of the body. */
export function readLinks(answer: Answer): {
  readonly header: readonly Link[];
  readonly body: readonly Link[];
} {
  const header = [...(answer.headers["link"] ?? "").matchAll(/<([^>]*)>([^<]*)/g)].flatMap(
    ([, href = "", parameters = ""]) => {
      const [, rels = ""] = /;\s*rel="?([^";,]+)"?/.exec(parameters) ?? [];
      return rels.split(" ").flatMap((rel) => (rel === "" ? [] : [{ rel, href }]));
    },
  );
  return { header, body: isJson(answer) ? bodyLinks(readJson(answer)) : [] };
}

function bodyLinks(value: unknown): readonly Link[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "_links" && !Array.isArray(value)
      ? Object.entries(asObject(member)).flatMap(([rel, link]) => {
          const { href } = asObject(link);
          return typeof href === "string" ? [{ rel, href }] : [];
        })
      : bodyLinks(member),
  );
}
