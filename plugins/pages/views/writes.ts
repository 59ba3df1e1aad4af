/** Links to the operations that change what an answer shows, each with its request filled in. */
import type { Registry, SealedRoute } from "waymark";
import { requiredScopes, type ViewedAnswer, type ViewedCall } from "waymark/advanced";
import type { Row } from "../shared/data/data-view.ts";
import { toHash } from "../shared/operations/address.ts";
import type { ApiCall } from "../shared/operations/model.ts";
import {
  inputsOf,
  operationsOf,
  requestBodies,
  typeHeader,
} from "../shared/operations/operations.ts";

const MERGE_PATCH = "application/merge-patch+json";

export interface Viewed {
  readonly answer: ViewedAnswer;
  readonly call: ViewedCall;
  readonly route: SealedRoute;
  readonly registry: Registry;
}

export interface WriteLink {
  readonly href: string;
  /** Summary of the operation. */
  readonly summary: string;
  /** True if it asks for a credential, which a browser does not send along with a link. */
  readonly isGuarded: boolean;
}

/** Returns the writes at the address of an answer that its caller may perform; the playground sends them. */
export function writeLinks(
  { answer, call, route, registry }: Viewed,
  value: Row,
): readonly WriteLink[] {
  const { href } = registry;
  if (href("developers.showScript") === undefined || answer.status >= 300) return [];
  const scopes = call.principal?.scopes;
  return operationsOf(registry).flatMap((operation) => {
    const { ref, method, path, declaration } = operation;
    const needed = requiredScopes(operation);
    if (path !== route.path || method === "GET") return [];
    const isRefused = scopes !== undefined && needed?.some((scope) => !scopes.includes(scope));
    const page = href("reference.showOperation", { ref }) ?? href("developers.showDevelopers");
    if (isRefused === true || page === undefined) return [];
    const request = requestOf(operation, registry, call.path, value, etagOf(answer));
    const hash = toHash({ kind: "call", call: request });
    return {
      href: `${page}${hash}`,
      summary: declaration.summary,
      isGuarded: needed !== undefined,
    };
  });
}

/** Returns the request with the values that are there, on the condition that they have not changed. */
function requestOf(
  operation: SealedRoute,
  registry: Registry,
  target: string,
  value: Row,
  etag: string | undefined,
): ApiCall {
  const { method } = operation;
  const bodies = requestBodies(operation, registry);
  const form = bodies.find(({ mediaType }) => mediaType === MERGE_PATCH) ?? bodies[0];
  const fields = Object.entries(form?.schema.properties ?? {}).filter(
    ([name, field]) => field.readOnly !== true && Object.hasOwn(value, name),
  );
  const known = Object.fromEntries(fields.map(([name]) => [name, value[name]]));
  const isConditional =
    etag !== undefined && inputsOf(operation, registry).some(({ name }) => name === "If-Match");
  // A new resource has the placeholders of the form instead.
  const text = fields.length === 0 ? undefined : JSON.stringify(known, undefined, 2);
  return {
    method,
    target,
    headers: [
      ...typeHeader(form?.mediaType),
      ...(isConditional && method !== "POST" ? [["If-Match", etag] as const] : []),
    ],
    ...(text === undefined ? {} : { body: text }),
  };
}

function etagOf({ headers }: ViewedAnswer): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && /^etag$/i.test(name));
  return at < 0 ? undefined : headers[at + 1];
}
