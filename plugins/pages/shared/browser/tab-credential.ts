/** The credential of the visitor: kept for the tab where they ask for that, and what the service says about it. */
import type { CredentialHeader } from "../operations/model.ts";

/** The header of a credential with its value. */
export interface Secret extends CredentialHeader {
  readonly value: string;
}

/** The name in `sessionStorage`, which other tabs do not see and which ends with the tab. */
const NAME = "credential";

/** Returns the credential that the tab keeps; undefined if there is none, or storage is off. */
export function keptSecret(): Secret | undefined {
  try {
    const [header, prefix, value] = JSON.parse(sessionStorage.getItem(NAME) ?? "[]") as string[];
    return header && value ? { header, prefix: prefix ?? "", value } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a credential for the tab; undefined forgets it. */
export function keepSecret(secret: Secret | undefined): void {
  try {
    if (secret === undefined) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, JSON.stringify([secret.header, secret.prefix, secret.value]));
  } catch {
    // Storage may be switched off: the credential then lasts as long as the page.
  }
}

/** Sends a request to this service with a credential, in a header and never in the address. */
export function fetchWith(
  { header, prefix, value }: Secret,
  path: string,
  { headers = {}, ...init }: RequestInit & { headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const own = { accept: "application/json", [header]: `${prefix}${value}` };
  return fetch(path, { ...init, headers: { ...own, ...headers } });
}

/** The limit of a caller, as answers state it. */
export interface Quota {
  readonly name: string;
  readonly left: number;
}

/** Reads the field RateLimit: `"trial";r=59;t=60`. Undefined without a limit. */
export function quotaIn(field: string | null | undefined): Quota | undefined {
  const [, name, left] = /^"([^"]*)";r=(\d+)/.exec(field ?? "") ?? [];
  return name === undefined ? undefined : { name, left: Number(left) };
}
