/** API keys: credentials that the service itself hands out, revokes and rotates. */
import {
  definePlugin,
  definePolicy,
  optional,
  ownState,
  show,
  type HandlerCall,
  type Principal,
} from "waymark";
import { clientNetwork, type CredentialHeaders, type WantedCredential } from "waymark/advanced";
import { Audit, Clock, Plans, Scheduler, Store } from "waymark/services";
import { keysCommand } from "./command.ts";
import { lackOf, LACKING } from "./grant.ts";
import { LastUse } from "./last-use.ts";
import { KeyManager, type Actor } from "./manager.ts";
import { Proofs } from "./proofs.ts";
import { routes, CONFLICT } from "./routes.ts";
import { API_KEYS, keyOfPrincipal, KeyRow } from "./schemas.ts";
import es from "./es.json" with { type: "json" };
import { mint } from "./token.ts";

/** Seconds within which every node refuses a revoked key. The store reports changes by other nodes in less. */
const REVOKED_WITHIN_SECONDS = 1;
/** Milliseconds between two writes of last uses. */
const FLUSH_MS = 60_000;
/** Keys whose proofs are kept in memory, some megabytes; the least recently used are proved again. */
const MAX_PROOFS = 10_000;

interface State {
  readonly proofs: Proofs;
  readonly keys: KeyManager;
}

const policy = definePolicy({
  id: "api-keys",
  state: ownState<State>(),
  reads: { authorization: { description: "`Bearer` and an API key." } },
  identifies: {
    description: `An API key, sent as Authorization: Bearer. A revoked key is refused within ${REVOKED_WITHIN_SECONDS} s on every node.`,
    scheme: { type: "http", scheme: "bearer" },
    challenge: "Bearer",
    recall(call, { state }) {
      const header = call.header("authorization");
      return header === undefined ? undefined : state().proofs.recall(header);
    },
    isGenuine: (call, { state }) => state().proofs.isGenuine(call.header("authorization") ?? ""),
    identify(call, { state }) {
      const header = call.header("authorization");
      return header === undefined ? undefined : state().proofs.identify(header);
    },
    lookUp: (id, { state }) => state().keys.principal(id),
    issue: (wanted, { state }) => issueKey(state().keys, wanted),
  },
  compile: () => ({}),
  statement: () => ({ revokedWithinSeconds: REVOKED_WITHIN_SECONDS }),
  conformance: () => import("./conformance.ts"),
});

function actorOf(call: Pick<HandlerCall, "principal" | "client" | "requestId">): Actor {
  const { principal, client, requestId } = call;
  return { principal, network: clientNetwork(client), requestId };
}

/** Returns the detail of the refusal of a request that another key, or none, is sent with; undefined for the key itself. */
function foreign(keyId: string, { id }: Pick<Principal, "id">): { detail: string } | undefined {
  return keyOfPrincipal(id) === keyId
    ? undefined
    : { detail: `The request is not sent with the API key ${show(keyId)}.` };
}

const unknown = (id: string) => ({ detail: `No key has the id ${show(id)}.` });

export default definePlugin({
  id: "api-keys",
  summary: "Identifies callers by API keys, which managers create, revoke and rotate.",
  icon: "M10.5 1.75a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.5zM7.75 8.25l-6 6M4 12l2 2",
  translations: { es },
  needs: {
    store: Store,
    clock: Clock,
    scheduler: Scheduler,
    plans: Plans,
    audit: optional(Audit),
  },
  tables: {
    [API_KEYS]: {
      of: KeyRow,
      key: "id",
      personal:
        "**API keys.** The name of each key, which may be that of its holder, is stored with its scopes and with the times of its creation and of its last use; of its secret, only a hash.",
      internal: true,
    },
  },
  errors: {
    [CONFLICT]: {
      status: 409,
      message: "The state of the key does not allow this.",
      cause: "The key has expired, was revoked or removed, or is being rotated by another request.",
      remedy:
        "Read the key to see its state. Rotate it again if it is active; otherwise create a new one.",
    },
  },

  setup({ store, clock, scheduler, plans, audit }, { log, defer }) {
    const lastUse = new LastUse(store.table(API_KEYS));
    const flushing = scheduler.start({
      name: "api-keys-last-use",
      everyMs: FLUSH_MS,
      log,
      task: ["last uses of keys", "recorded"],
      run: () => lastUse.flush(),
    });
    defer(flushing.run);
    defer(flushing.stop);
    const proofs = new Proofs({ store, clock, lastUse, max: MAX_PROOFS });
    return { state: { proofs, keys: new KeyManager({ store, clock, plans, audit }) } };
  },

  policies: [policy],
  routes,
  handlers: (_use, { state: { keys } }) => ({
    listKeys: ({ query }) => keys.list(query),
    getKey: async ({ params: { keyId }, fail }) =>
      (await keys.find(keyId)) ?? fail("resource-not-found", unknown(keyId)),
    async createKey(call) {
      const { body, principal, fail } = call;
      const problem = keys.check(body);
      if (problem !== undefined) {
        const { field, detail } = problem;
        fail("unprocessable-content", { detail, errors: [{ pointer: `/${field}`, detail }] });
      }
      const wanted = { ...body, plan: body.plan ?? principal.plan };
      const lack = lackOf(principal, wanted);
      return lack === undefined ? keys.create(wanted, actorOf(call)) : fail(LACKING, lack);
    },
    async revokeKey(call) {
      const { params, principal, fail } = call;
      const key = await keys.find(params.keyId);
      if (key === undefined) return fail("resource-not-found", unknown(params.keyId));
      const lack = lackOf(principal, key);
      if (lack !== undefined) fail(LACKING, { detail: lack.detail });
      const revoked = await keys.revoke(key.id, actorOf(call));
      return revoked ?? fail("resource-not-found", unknown(key.id));
    },
    async getOwnKey({ principal, fail }) {
      const id = keyOfPrincipal(principal.id);
      const key = id === undefined ? undefined : await keys.find(id);
      return (
        key ?? fail("resource-not-found", { detail: "The request is not sent with an API key." })
      );
    },
    async revokeOwnKey(call) {
      const {
        params: { keyId },
        principal,
        fail,
      } = call;
      const detail = foreign(keyId, principal);
      if (detail !== undefined) return fail("resource-not-found", detail);
      const revoked = await keys.revoke(keyId, actorOf(call));
      return revoked ?? fail("resource-not-found", unknown(keyId));
    },
    async rotateOwnKey(call) {
      const {
        params: { keyId },
        body,
        principal,
        fail,
      } = call;
      const detail = foreign(keyId, principal);
      if (detail !== undefined) return fail("resource-not-found", detail);
      const rotated = await keys.rotate({ id: keyId }, body.grace, actorOf(call));
      return rotated ?? fail(CONFLICT, { detail: await keys.conflictOf({ id: keyId }) });
    },
    async rotateKey(call) {
      const { params, body, principal, fail } = call;
      const key = await keys.find(params.keyId);
      if (key === undefined) return fail("resource-not-found", unknown(params.keyId));
      const lack = lackOf(principal, key);
      if (lack !== undefined) fail(LACKING, { detail: lack.detail });
      const rotated = await keys.rotate(key, body.grace, actorOf(call));
      return rotated ?? fail(CONFLICT, { detail: await keys.conflictOf(key) });
    },
  }),
  commands: { keys: keysCommand },
});

/** Name other than the check wants: managers see names of other callers' keys, and a check takes that for a leak. */
const NAME = "Check";
/** Id of the sample: first of every list, and without scopes, so that each manager may read, rotate and revoke it. */
const SAMPLE_ID = "0".repeat(16);

const samples = new WeakMap<KeyManager, Promise<unknown>>();

/** Returns the headers; undefined for a foreign key: no other service issues keys of this form. */
async function issueKey(
  keys: KeyManager,
  { scopes, state }: WantedCredential,
): Promise<CredentialHeaders | undefined> {
  if (state === "foreign") return undefined;
  const sample = samples.get(keys) ?? addSample(keys);
  samples.set(keys, sample);
  await sample;
  const expiresAt = state === "expired" ? "2000-01-01T00:00:00Z" : undefined;
  const { id, token } = await keys.create({ name: NAME, scopes: [...scopes], expiresAt });
  if (state === "revoked") await keys.revoke(id);
  return { authorization: `Bearer ${state === "forged" ? mint(id).token : token}` };
}

/** Adds the sample. A manager that replaces another finds the sample of the other in the store. */
async function addSample(keys: KeyManager): Promise<void> {
  if ((await keys.find(SAMPLE_ID)) === undefined)
    await keys.create({ name: NAME, scopes: [] }, {}, SAMPLE_ID);
}
