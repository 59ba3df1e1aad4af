/** Stage produce: how the body of each kind of route is made. */
import type { ErrorCode } from "../../registry/contract/errors.ts";
import type { Refusal } from "../../registry/contract/compiled-policy.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import { toMilliseconds } from "../../registry/contract/duration.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { fillRelation, qualifyRef } from "../../registry/seal/relations.ts";
import { successStatus } from "../../registry/contract/route.ts";
import { acceptInput } from "../request/input.ts";
import { InnerCall } from "../request/call.ts";
import { Refused } from "../request/refusal.ts";
import { RouteCall, type Input, type Selected } from "../request/handler-context.ts";
import { listing } from "./produce-list.ts";
import {
  documentOf,
  NO_FACTS,
  type ProduceContext,
  type Producer,
  type Product,
} from "./produced.ts";
import { rendererOf, spokenIn, type Render } from "./render.ts";
import { toByteStream, type StreamMessage } from "./stream.ts";

/** Makes the producer of a route. */
export function producerOf(route: SealedRoute, context: ProduceContext): Producer {
  if (route.kind === "redirect") return redirecting(route, context);
  if (route.kind === "fails") return failing(route);
  if (route.kind === "stream") return streaming(route, context);
  const render = rendererOf(route, context);
  if (route.kind === "list") return listing(route, context, render);
  if (route.document) return documenting(route, context, render);
  return handling(route, context, render);
}

function redirecting(route: SealedRoute, { registry, plugin }: ProduceContext): Producer {
  const { to, status } = route.declaration.redirect ?? { to: "", status: 308 };
  const target = qualifyRef(to, plugin.id);
  return (call) => ({
    status,
    variants: undefined,
    facts: NO_FACTS,
    own: { location: `${registry.href(target, call.params) ?? "/"}${call.search}` },
  });
}

function failing({ declaration }: SealedRoute): Producer {
  const { code: declared, retryAfter } = declaration.fails ?? { code: "internal-error" };
  const code = declared as ErrorCode; // sealing found it in the catalog
  const refusal: Refusal =
    retryAfter === undefined ? { code } : { code, retryAfter: toMilliseconds(retryAfter) / 1000 };
  return () => {
    throw new Refused(refusal);
  };
}

/** HEAD has the headers of the stream and never begins it. */
function streaming(route: SealedRoute, { handler, streams, running }: ProduceContext): Producer {
  const product = { status: 200, variants: undefined, facts: NO_FACTS };
  return (call) => {
    if (call.method === "HEAD") return { ...product, stream: new ReadableStream() };
    const controller = streams.begin(running);
    try {
      const input = { params: call.params, query: {}, body: undefined };
      const messages = handler?.(
        new RouteCall(call, input, { mediaType: route.mediaTypes[0], signal: controller.signal }),
      );
      if (!isMessages(messages)) throw new Error("a stream's handler returns an async iterable");
      return { ...product, stream: toByteStream(messages, controller) };
    } catch (error) {
      controller.abort();
      throw error;
    }
  };
}

function isMessages(value: unknown): value is AsyncIterable<StreamMessage> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Documents are made once, on first use, and served as bytes. */
function documenting(route: SealedRoute, context: ProduceContext, render: Render): Producer {
  const value = documentOf(route, context);
  const products: Product[] = [];
  const languages = route.declaration.languages ?? [];
  // Whoever asks first must leave no trace in what everybody gets.
  const forAnyone = new InnerCall(route, route.path, {});
  return (_call, mediaType, language) => {
    const place = language * route.mediaTypes.length + mediaType;
    const kept = products[place];
    if (kept !== undefined) return kept;
    const keep = (product: Product): Product => (products[place] = product);
    const made = render(
      value(language),
      mediaType,
      forAnyone,
      NO_FACTS,
      spokenIn(languages[language]),
    );
    return made instanceof Promise ? made.then(keep) : keep(made);
  };
}

/** Everything else is made by its handler for each request. */
function handling(route: SealedRoute, { handler }: ProduceContext, render: Render): Producer {
  const { creates } = route;
  const success = successStatus(route.declaration);
  const { languages = [undefined] } = route.declaration;
  const selections = languages.map((language) =>
    route.mediaTypes.map((mediaType): Selected => ({ mediaType, language })),
  );
  return (call, mediaType, language) => {
    const input = acceptInput(route, call);
    const run = (accepted: Input): MaybePromise<Product> => {
      const spoken = languages[language];
      const routeCall = new RouteCall(call, accepted, selections[language]?.[mediaType]);
      const complete = (made: unknown): MaybePromise<Product> => {
        const { chosen } = routeCall;
        if (success === 200 || chosen.status !== undefined)
          return render(made, mediaType, call, NO_FACTS, spokenIn(spoken, chosen));
        const location = creates && fillRelation(creates, accepted.params, Object(made));
        return render(made, mediaType, call, NO_FACTS, {
          status: success,
          location,
          language: spoken,
        });
      };
      const value = handler?.(routeCall);
      return value instanceof Promise ? value.then(complete) : complete(value);
    };
    return input instanceof Promise ? input.then(run) : run(input);
  };
}
