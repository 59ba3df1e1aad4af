/** Stages accept and produce: the query parameters of policies, and JSON bodies as the parameters ask for them. */
import {
  policyParameters,
  type SealedRoute,
} from "../../../registry/contract/route/sealed-route.ts";
import { isJsonType } from "../../../registry/contract/route/view.ts";
import { parameterInput } from "../request/input.ts";
import { splitAdded } from "../request/parameters.ts";
import { Refused } from "../../host/support/refusal.ts";
import { andThen } from "./in-turn.ts";
import { variantsOf } from "./body.ts";
import type { Produced, Producer } from "./produced.ts";

type Rewrite = (json: string) => string;
type Read = (search: string) => Rewrite | undefined;

/** Returns the function that reads the parameters and refuses invalid ones; undefined if no policy has any. */
function parameterReader(route: SealedRoute): Read | undefined {
  const all = policyParameters(route);
  if (all.length === 0) return undefined;
  return (search) => {
    if (splitAdded(route, search).named === "") return undefined;
    const rewrites = all.flatMap(({ schema, rewrite }): Rewrite[] => {
      const values = Object(parameterInput(schema, search));
      return rewrite === undefined ? [] : [(json) => rewrite(json, values)];
    });
    return (json) => rewrites.reduce((text, rewrite) => rewrite(text), json);
  };
}

/** Adds rewriting to a producer. Returns the producer itself for a route without such parameters. */
export function withRewrites(route: SealedRoute, produce: Producer): Producer {
  const read = parameterReader(route);
  if (read === undefined) return produce;
  const toVariants = variantsOf(route);
  /** The latest form of each kept body, which is a document or a list. */
  const rewritten = new WeakMap<Produced, { readonly search: string; readonly body: Produced }>();
  return (call, mediaType, language) => {
    const { search } = call;
    const rewrite = read(search);
    const produced = produce(call, mediaType, language);
    if (rewrite === undefined) return produced;
    return andThen(produced, (plain) => {
      const identity = plain.variants?.identity;
      if (identity === undefined || !isJsonType(identity.contentType)) return plain;
      const latest = rewritten.get(plain);
      if (latest?.search === search) return latest.body;
      const json = rewrite(Buffer.from(identity.bytes).toString());
      const body = { ...plain, variants: toVariants(json, identity.contentType) };
      rewritten.set(plain, { search, body });
      return body;
    });
  };
}

/** Rewrites the bodies of errors. Invalid parameters may be the error, and change nothing. */
export function errorRewriter(route: SealedRoute): (json: string, search: string) => string {
  const read = parameterReader(route);
  return (json, search) => {
    try {
      return read?.(search)?.(json) ?? json;
    } catch (error) {
      if (error instanceof Refused) return json;
      throw error;
    }
  };
}
