/** A plugin that writes, and readers of the audit record. */
import { definePlugin, type Plugin } from "waymark";
import { Audit, type Store } from "waymark/services";
import type { TestServer } from "waymark/testing";
import { vi } from "vitest";
import { z } from "zod";
import type { AuditRecord } from "../../../plugins/identity/audit/records.ts";
import { as } from "./_setup.ts";
import { RawStore } from "../../_raw-store.ts";

const Entry = z.object({ id: z.string() });
const write = { returns: Entry, body: Entry, idempotency: "none" } as const;

/** Hands its services to the test. */
export function createDesk(): {
  readonly plugin: Plugin;
  readonly audit: Audit;
  readonly store: Store;
} {
  let services: { readonly audit: Audit; readonly store: Store } | undefined;
  const plugin = definePlugin({
    id: "desk",
    summary: "Takes entries.",
    needs: { audit: Audit, store: RawStore },
    options: z.strictObject({ broken: z.boolean().default(false) }),
    setup(use, { options: { broken } }) {
      if (broken) throw new Error("the desk is broken");
      services = use;
    },
    routes: {
      addEntry: { method: "POST", path: "/api/desk", summary: "Add an entry.", ...write },
      addSecret: {
        method: "POST",
        path: "/api/desk/secret",
        summary: "Add one with a scope.",
        access: { scopes: ["notes:write"] },
        ...write,
      },
      ask: {
        method: "POST",
        path: "/api/desk/questions",
        summary: "Ask without an effect.",
        ...write,
        idempotency: "natural",
      },
      removeEntry: {
        method: "DELETE",
        path: "/api/desk/{id}",
        summary: "Remove an entry.",
        returns: Entry,
        idempotency: "natural",
        errors: ["resource-not-found"],
      },
      breakDesk: {
        method: "PUT",
        path: "/api/desk",
        summary: "Fail.",
        ...write,
      },
    },
    handlers: () => ({
      addEntry: ({ body }) => body,
      addSecret: ({ body }) => body,
      ask: ({ body }) => body,
      removeEntry: ({ fail, params }) =>
        params.id === "lost" ? fail("resource-not-found") : { id: params.id },
      breakDesk: () => {
        throw new Error("it broke");
      },
    }),
  }) as Plugin;
  const used = () => {
    if (services === undefined) throw new Error("the desk has not started");
    return services;
  };
  return {
    plugin,
    get audit() {
      return used().audit;
    },
    get store() {
      return used().store;
    },
  };
}

export async function recorded(
  server: TestServer,
  search = "limit=200",
): Promise<readonly AuditRecord[]> {
  const answer = await server.request(`/api/audit?${search}`, { headers: as("ada") });
  const { events } = (await answer.json()) as { events?: readonly AuditRecord[] };
  if (events === undefined) throw new Error(`the audit answered ${answer.status}`);
  return events;
}

/** Waits until the record fits. */
export async function eventually(
  server: TestServer,
  expectation: (records: readonly AuditRecord[]) => void,
): Promise<void> {
  await vi.waitFor(async () => expectation(await recorded(server)), {
    timeout: 60_000,
    interval: 50,
  });
}
