/** Keys as a resource, for principals that may manage them. */
import { z } from "zod";
import { LACKING } from "./grant.ts";
import { ApiKey, ApiKeyWithToken, Rotation, WantedKey } from "./schemas.ts";

/** Levels ask for all of their scopes, so that reading is a scope of its own: some only look. */
const reads = { access: { scopes: ["keys:read"] }, cache: "no-store" } as const;
const writes = { access: { scopes: ["keys:write"] } } as const;

// Writes name the key, so that a request with another one changes nothing.
const own = { access: "authenticated" } as const;
const ownKey = {
  params: z.object({ keyId: z.string().meta({ examples: ["0".repeat(16)] }) }),
} as const;

export const CONFLICT = "key-conflict";

export const routes = {
  listKeys: {
    ...reads,
    method: "GET",
    path: "/api/keys",
    summary: "List API keys, without their secrets.",
    list: {
      of: ApiKey,
      as: "keys",
      name: "ApiKeysList",
      relations: { item: { to: "getKey", with: { keyId: "id" } } },
    },
    publish: { rootLink: "keys" },
  },
  getKey: {
    ...reads,
    method: "GET",
    path: "/api/keys/{keyId}",
    summary: "Read one API key, without its secret.",
    returns: ApiKey,
    errors: ["resource-not-found"],
    relations: { collection: "listKeys" },
  },
  createKey: {
    ...writes,
    method: "POST",
    path: "/api/keys",
    summary: "Create an API key, and read its secret this once.",
    body: WantedKey,
    returns: ApiKeyWithToken,
    creates: { to: "getKey", with: { keyId: "id" } },
    idempotency: "none",
    errors: [LACKING, "unprocessable-content"],
  },
  rotateKey: {
    ...writes,
    method: "POST",
    path: "/api/keys/{keyId}/rotate",
    summary: "Replace the secret of an API key, and read the new one this once.",
    body: Rotation,
    returns: ApiKeyWithToken,
    idempotency: "none",
    errors: ["resource-not-found", LACKING, CONFLICT],
  },
  revokeKey: {
    ...writes,
    method: "DELETE",
    path: "/api/keys/{keyId}",
    summary: "Revoke an API key.",
    returns: ApiKey,
    idempotency: "natural",
    errors: ["resource-not-found", LACKING],
  },
  getOwnKey: {
    ...own,
    method: "GET",
    path: "/api/account",
    summary: "Read the API key that the request is sent with, without its secret.",
    returns: ApiKey,
    cache: "no-store",
    errors: ["resource-not-found"],
    publish: { rootLink: "account" },
  },
  rotateOwnKey: {
    ...own,
    ...ownKey,
    news: false,
    method: "POST",
    path: "/api/account/{keyId}/rotate",
    summary:
      "Replace the secret of the API key that the request is sent with, and read the new one this once.",
    body: Rotation,
    returns: ApiKeyWithToken,
    idempotency: "none",
    errors: ["resource-not-found", CONFLICT],
  },
  revokeOwnKey: {
    ...own,
    ...ownKey,
    news: false,
    method: "DELETE",
    path: "/api/account/{keyId}",
    summary: "Revoke the API key that the request is sent with.",
    returns: ApiKey,
    idempotency: "natural",
    errors: ["resource-not-found"],
  },
} as const;
