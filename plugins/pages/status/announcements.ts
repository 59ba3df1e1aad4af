/** Notices and planned maintenance: from the config, and from the store, where `waymark status` keeps them. */
import { createHash } from "node:crypto";
import { service } from "waymark";
import type { Audit, Clock, Ids, Store } from "waymark/services";
import { z } from "zod";
import { LocalizedText, type Options } from "./options.ts";

export const ANNOUNCEMENTS = "statusAnnouncements";
/** Announcements that the store keeps; past ones make room. */
const MOST = 100;

const milliseconds = z.int().min(0);

/** States of an incident in the words of its operator, as Statuspage has them. */
export const INCIDENT_STATES = ["investigating", "identified", "monitoring", "resolved"] as const;

/** Notice, planned maintenance, which always has an end, or update of an incident. Times are milliseconds since 1970. */
export const Announcement = z.object({
  /** Id that stays the same for as long as it is announced. */
  id: z.string(),
  kind: z.enum(["note", "maintenance", "update"]),
  /** Title of maintenance, or the whole text of a notice or an update. */
  title: LocalizedText,
  text: LocalizedText.optional(),
  /** 0 for a notice that has always been there. */
  from: milliseconds,
  until: milliseconds.optional(),
  /** Checks that may fail meanwhile, as `plugin:check`. */
  affects: z.array(z.string()),
  /** Incident that an update is about, by its id, and the state that it has since. */
  incident: z.string().optional(),
  state: z.enum(INCIDENT_STATES).optional(),
  /** Time when it was added; absent for announcements of the config, which does not say. */
  announced: milliseconds.optional(),
});
export type Announcement = z.output<typeof Announcement>;
export type Maintenance = Announcement & { readonly until: number };

export interface Announcements {
  readonly configured: readonly Announcement[];
  /** Returns the announcements of the config, then of the store. Rejects while the store fails. */
  all(): Promise<readonly Announcement[]>;
  /** Returns the announcements of the store, the earliest beginning first. */
  kept(): Promise<readonly Announcement[]>;
  add(one: Omit<Announcement, "id" | "announced">): Promise<Announcement>;
  /** Ends an announcement of the store now. */
  end(one: Announcement): Promise<void>;
  /** Removes an announcement from the store, and from the history of the page with it. */
  remove(one: Announcement): Promise<void>;
}
export const Announcements = service<Announcements>("statusAnnouncements");

export function isMaintenance(one: Announcement): one is Maintenance {
  return one.kind === "maintenance" && one.until !== undefined;
}

export function isShown({ from, until = Infinity }: Announcement, at: number): boolean {
  return from <= at && at < until;
}

export function isOver({ until = Infinity }: Announcement, at: number): boolean {
  return until <= at;
}

interface Use {
  /** Store of announcements; undefined if it is off: then only the config has announcements. */
  readonly store: Store | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: Audit | undefined;
}

export function createAnnouncements(
  { store, clock, ids, audit }: Use,
  options: Options,
): Announcements {
  const configured = configuredBy(options);
  let read: { readonly version: number | undefined; readonly rows: readonly Announcement[] };
  read = { version: undefined, rows: [] };

  const table = () => {
    if (store !== undefined) return store.table(ANNOUNCEMENTS);
    throw new Error(
      'announcements are kept in the store, which is off\n  hint: switch the plugin "store" on, or write them into the config of "status-page"',
    );
  };
  const kept = async () => {
    if (store === undefined) return [];
    const version = store.version([ANNOUNCEMENTS]);
    if (version === undefined || version !== read.version) {
      const sort = [{ field: "from", descending: false }];
      read = { version, rows: (await table().list<Announcement>({ sort })).items };
    }
    return read.rows;
  };

  const record = (done: "added" | "ended" | "removed", { id, kind }: Announcement) =>
    audit?.record({ action: `announcement.${done}`, target: id, outcome: "ok", detail: kind });
  const remove = async (one: Announcement) => {
    if (await table().remove(one.id)) record("removed", one);
  };

  return {
    configured,
    kept,
    all: async () => [...configured, ...(await kept())],
    async add(wanted) {
      const now = clock.now();
      await makeRoom();
      const one = { ...wanted, id: ids.hex(16), announced: now };
      await table().insert([one]);
      record("added", one);
      return one;
    },
    async end(one) {
      if (await table().update(one.id, { until: clock.now() })) record("ended", one);
    },
    remove,
  };

  async function makeRoom(): Promise<void> {
    const rows = await kept();
    if (rows.length < MOST) return;
    const now = clock.now();
    const over = rows.filter((one) => isOver(one, now));
    const [first] = over.toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0));
    if (first === undefined)
      throw new Error(
        `${MOST} announcements are kept, and none of them is over\n  hint: end or remove one`,
      );
    await remove(first);
  }
}

function configuredBy({ notices, maintenance }: Options): readonly Announcement[] {
  return [
    ...notices.map(({ text, from = 0, until }) => {
      return withId({ kind: "note" as const, title: text, from, until, affects: [] });
    }),
    ...maintenance.map((one) => withId({ kind: "maintenance" as const, ...one })),
  ];
}

/** Adds an id, the same at each node and after each start. */
function withId(one: Omit<Announcement, "id">): Announcement {
  return { ...one, id: hashOf(`${one.from} ${JSON.stringify(one.title)}`) };
}

/** Returns a short id that stays the same, without the names of plugins and instances that are in the key. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}
