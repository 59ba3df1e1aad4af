/** Creates, lists, revokes and rotates keys, for requests and the command line alike. */
import {
  toMilliseconds,
  type Duration,
  type ListPage,
  type ListQuery,
  type Principal,
} from "waymark";
import type { Audit, AuditEntry, Clock, Plans, Store } from "waymark/services";
import {
  API_KEYS,
  PUBLIC_FIELDS,
  keyOfPrincipal,
  principalOf,
  publicPart,
  type ApiKey,
  type ApiKeyWithToken,
  type KeyRow,
  type WantedKey,
} from "./schemas.ts";
import { mint, mintId } from "./token.ts";

/** Caller that manages keys. Empty at the command line, which has no principal. */
export type Actor = Pick<AuditEntry, "principal" | "network" | "requestId">;

/** A wish that cannot be fulfilled, by its field. */
export interface Problem {
  readonly field: keyof WantedKey;
  readonly detail: string;
}

interface Services {
  readonly store: Store;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly audit: Audit | undefined;
}

export class KeyManager {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Lists keys with only the fields that may leave. */
  list(query: ListQuery): Promise<ListPage<Partial<ApiKey>>> {
    const fields = (query.fields ?? PUBLIC_FIELDS).filter((name) => PUBLIC_FIELDS.includes(name));
    return this.#table.list<Partial<ApiKey>>({ ...query, fields });
  }

  async find(id: string): Promise<ApiKey | undefined> {
    const row = await this.#table.find<KeyRow>(id);
    return row && publicPart(row);
  }

  /** Returns a principal by its own id; null if its key was revoked or has expired, undefined for other kinds. */
  async principal(id: string): Promise<Principal | null | undefined> {
    const key = keyOfPrincipal(id);
    if (key === undefined) return undefined;
    const row = await this.find(key);
    return row !== undefined && this.stateOf(row) === "active" ? principalOf(row) : null;
  }

  /** Returns the first reason why no such key can be created. */
  check({ plan, expiresAt }: WantedKey): Problem | undefined {
    const { clock, plans } = this.#services;
    const holder: Principal = { id: "", kind: "", name: "", scopes: [], plan };
    if (plan !== undefined && plans.of(holder) === undefined)
      return { field: "plan", detail: `The plan ${JSON.stringify(plan)} is unknown.` };
    if (expiresAt !== undefined && Date.parse(expiresAt) <= clock.now())
      return { field: "expiresAt", detail: `${expiresAt} is not in the future.` };
    return undefined;
  }

  async create(
    wanted: WantedKey,
    actor: Actor = {},
    id: string = mintId(),
  ): Promise<ApiKeyWithToken> {
    const { token, sha256 } = mint(id);
    const key: ApiKey = { id, ...wanted, createdAt: this.#at() };
    await this.#table.insert([{ ...key, sha256 }]);
    this.#record("key.created", key, actor, `scopes: ${key.scopes.join(" ") || "none"}`);
    return { ...key, token };
  }

  /** Revokes a key; undefined for an unknown key. A revoked key stays as it is. */
  async revoke(id: string, actor: Actor = {}): Promise<ApiKey | undefined> {
    const key = await this.find(id);
    if (key === undefined || key.revokedAt !== undefined) return key;
    const revokedAt = this.#at();
    if (!(await this.#table.update(id, { revokedAt }))) return undefined;
    this.#record("key.revoked", key, actor);
    return { ...key, revokedAt };
  }

  /**
   * Replaces the secret of a key. The present secret counts for as long as `grace` says, the one before it no longer.
   * Returns undefined if the key counts no longer, or another rotation or a revocation came at the same time.
   */
  async rotate(
    { id }: Pick<ApiKey, "id">,
    grace: Duration,
    actor: Actor = {},
  ): Promise<ApiKeyWithToken | undefined> {
    const before = await this.#table.find<KeyRow>(id);
    if (before === undefined || this.stateOf(before) !== "active") return undefined;
    const { token, sha256 } = mint(id);
    const graceMs = toMilliseconds(grace);
    const previous =
      graceMs > 0
        ? { previousSha256: before.sha256, previousUntil: this.#at(graceMs) }
        : { previousSha256: undefined, previousUntil: undefined };
    await this.#table.update(id, { sha256, ...previous });
    // Read again, as another process may have rotated or revoked it: the last one to write has the key.
    const after = await this.#table.find<KeyRow>(id);
    if (after?.sha256 !== sha256 || this.stateOf(after) !== "active") return undefined;
    this.#record("key.rotated", after, actor, `grace: ${grace}`);
    return { ...publicPart(after), token };
  }

  /** Returns why a key was not rotated. */
  async conflictOf({ id }: Pick<ApiKey, "id">): Promise<string> {
    const key = await this.find(id);
    if (key !== undefined && this.stateOf(key) === "active")
      return `Another rotation of the key ${id} came at the same time. Rotate it again.`;
    const state = key === undefined ? "removed" : this.stateOf(key);
    return `The key ${id} is ${state}, and stays so. Create another one.`;
  }

  stateOf({ revokedAt, expiresAt }: ApiKey): "active" | "revoked" | "expired" {
    if (revokedAt !== undefined) return "revoked";
    const isExpired =
      expiresAt !== undefined && Date.parse(expiresAt) <= this.#services.clock.now();
    return isExpired ? "expired" : "active";
  }

  get #table() {
    return this.#services.store.table(API_KEYS);
  }

  #at(inMs = 0): string {
    return new Date(this.#services.clock.now() + inMs).toISOString();
  }

  /** Records an action once it is certain: a request's changes may yet be undone, or made again. */
  #record(action: string, { id }: ApiKey, actor: Actor, detail?: string): void {
    const { audit, store } = this.#services;
    store.afterCommit(() => audit?.record({ action, target: id, outcome: "ok", detail, ...actor }));
  }
}
