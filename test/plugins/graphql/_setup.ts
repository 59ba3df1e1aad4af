/** Asking in GraphQL. */
import preset from "waymark/preset";
import type { Plugin } from "waymark";
import type { Store, Table } from "waymark/services";
import type { Ask } from "../../_setup.ts";

export const GRAPHQL = "application/graphql-response+json";
export const JSON_ONLY = "application/json";

export interface Answer {
  readonly data?: Record<string, never> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: { readonly code?: string };
  }[];
  readonly extensions?: { readonly next?: Record<string, string> };
}

export function post(ask: Ask, body: unknown, headers: Record<string, string> = {}) {
  return ask("/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

export function get(ask: Ask, parameters: Record<string, string>, init?: RequestInit) {
  return ask(`/api/graphql?${new URLSearchParams(parameters)}`, init);
}

/** The answer to a query that can be run. */
export async function query(ask: Ask, text: string, variables?: object): Promise<Answer> {
  return (await (await post(ask, { query: text, variables })).json()) as Answer;
}

/**
 * The preset with a store that notes each query: `table.list` or `table.find`. It has another version each time, so that
 * nothing is kept that was read from it.
 */
export function presetNoting(queries: string[]): readonly Plugin[] {
  let version = 0;
  const noting = (name: string, table: Table): Table => ({
    list: (asked) => {
      queries.push(`${name}.list`);
      return table.list(asked);
    },
    find: (key) => {
      queries.push(`${name}.find`);
      return table.find(key);
    },
    count: (where) => table.count(where),
    exists: (where) => table.exists(where),
    insert: (rows) => table.insert(rows),
    upsert: (row) => table.upsert(row),
    update: (key, changes, where) => table.update(key, changes, where),
    updateAll: (changes) => table.updateAll(changes),
    remove: (key) => table.remove(key),
    removeAll: (keys) => table.removeAll(keys),
    of: (principal) => table.of(principal),
    acrossOwners: () => table.acrossOwners(),
  });
  return preset.map((plugin): Plugin => {
    if (plugin.id !== "store") return plugin;
    return {
      ...plugin,
      async setup(use, context) {
        const provided = (await plugin.setup?.(use, context)) as { store: Store };
        const { store } = provided;
        const watched: Store = {
          ...store,
          table: (name) => noting(name, store.table(name)),
          version: () => (version += 1),
        };
        return { ...provided, store: watched };
      },
    };
  });
}
