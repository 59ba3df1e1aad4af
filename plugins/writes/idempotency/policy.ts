/** Reads the key of a write, and repeats the answer that is kept for it. */
import { hash } from "node:crypto";
import {
  definePolicy,
  ownState,
  toSeconds,
  type Call,
  type Route,
  type StatementContext,
} from "waymark";
import { clientNetwork, fieldNames, type EnclosedWrite } from "waymark/advanced";
import type { z } from "zod";
import type { IdempotencyDocument } from "./document.ts";
import { MAX_LENGTH, parseKey } from "./key.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";
import { Options } from "./options.ts";
import { HEADER, MALFORMED, MISSING, NOT_KEPT } from "./refusals.ts";

const FIELD = "idempotency-key";
const REPLAYED = "Idempotency-Replayed";

interface KeyState {
  /** Key of the request; undefined if it is missing or not well-formed. */
  readonly key: string | undefined;
  readonly isMalformed: boolean;
  isReplay: boolean;
}

/** Checks that a key can be evaluated: the handler of the route runs in a transaction, once for each request. */
export function takesKey(route: Route): boolean {
  const { idempotency, returns, text, page, empty, document, transaction } = route;
  const kinds = [returns, text, page, empty];
  return (
    idempotency === "key" &&
    kinds.some((kind) => kind !== undefined) &&
    document !== true &&
    transaction !== false
  );
}

export const policy = definePolicy({
  id: "idempotency",
  options: Options,
  guards: false,
  state: ownState<IdempotencyStore>(),
  enforces: { idempotency: ["key"] },
  reads: {
    [FIELD]: {
      description:
        "A string that no other request of the client has, such as a UUID in quotes: a repeated request with the same one has no further effect, and receives the first answer.",
      schema: { type: "string", minLength: 1 },
    },
  },
  writes: {
    [REPLAYED]: "`true` on the answer that an earlier request with the same key received.",
  },
  compile({ ref, method, declaration }, { options, state: idempotency }) {
    if (!takesKey(declaration)) return undefined;
    const ownHeaders = declaration.headers === undefined ? [] : fieldNames(declaration.headers);
    return {
      requires: options.required ? [FIELD] : [],
      begin(call): KeyState {
        const field = call.header(FIELD);
        const key = field === undefined || call.isRepeated(FIELD) ? undefined : parseKey(field);
        return { key, isMalformed: field !== undefined && key === undefined, isReplay: false };
      },
      admit(call, { key, isMalformed }) {
        if (call.method !== method) return undefined; // it is about to be refused, or is OPTIONS
        if (isMalformed) return MALFORMED;
        return key === undefined && options.required ? MISSING : undefined;
      },
      async around(call, proceed, state, { body, settled }) {
        const { key } = state;
        if (key === undefined) return proceed();
        const id = recordId(call, ref, key);
        const fingerprint = fingerprintOf(call, body, ownHeaders);
        const { end, isReplay } = await idempotency().run({ id, fingerprint, proceed, settled });
        state.isReplay = isReplay;
        return end;
      },
      fields: (outcome) => ({
        [REPLAYED]:
          outcome === "options" || outcome === "notModified"
            ? undefined
            : (_call, _reply, { isReplay }: KeyState) => (isReplay ? "true" : undefined),
      }),
    };
  },
  statement,
  conformance: () => import("./conformance.ts"),
});

/** Returns 132 bits of SHA-256: no row shows who sent which key. */
function digest(...parts: readonly unknown[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 22);
}

/** Keys are apart for each client and route. */
function recordId({ principal, client }: Call, ref: string, key: string): string {
  const who =
    principal === undefined ? ["network", clientNetwork(client)] : ["principal", principal.id];
  return `${digest(...who)}.${digest(...who, ref, key)}`;
}

/** Hashes all that the handler may see of a request, so that no other request has its answer. */
function fingerprintOf(
  call: Call,
  body: EnclosedWrite["body"],
  headers: readonly string[],
): string {
  const { method, path, search, principal } = call;
  const scopes = principal?.scopes.toSorted() ?? [];
  const values = headers.map((name) => call.header(name) ?? null);
  return digest(method, path, search, body?.mediaType, body?.sha256, values, ...scopes);
}

function statement({
  options: { ttl, required, maxBodyBytes, maxKeysPerClient },
  routes,
}: StatementContext<z.output<typeof Options>>): z.output<typeof IdempotencyDocument> {
  const keyed = routes.filter(({ declaration }) => takesKey(declaration));
  const unique = (values: readonly string[]) => [...new Set(values)];
  return {
    supported: keyed.length > 0,
    headerName: HEADER,
    replayedHeaderName: REPLAYED,
    reference: "draft-ietf-httpapi-idempotency-key-header-07",
    keyFormat: `A quoted string (RFC 9651) of 1 to ${MAX_LENGTH} characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324". A bare token is accepted.`,
    ttlSeconds: toSeconds(ttl),
    required,
    methods: unique(keyed.map(({ method }) => method)),
    supportedEndpoints: unique(keyed.map(({ path }) => path)),
    notKept: NOT_KEPT,
    maxBodyBytes,
    maxKeysPerClient,
  };
}
