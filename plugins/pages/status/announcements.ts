/** Notices and planned maintenance: those of the config, and those that `waymark status` keeps in the store. */
import { service } from "waymark";
import type { Clock, Ids, Store } from "waymark/services";
import { z } from "zod";
import { hashOf } from "./names.ts";
import { LocalizedText, type Options } from "./options.ts";

export const ANNOUNCEMENTS = "statusAnnouncements";
/** Announcements that the store keeps; those that are over make room. */
const MOST = 100;

const milliseconds = z.int().min(0);

/** A notice, or planned maintenance, which always has an end. Times are milliseconds since 1970. */
export const Announcement = z.object({
  /** Stays the same for as long as it is announced. */
  id: z.string(),
  kind: z.enum(["note", "maintenance"]),
  /** The title of maintenance; all that a notice says. */
  title: LocalizedText,
  text: LocalizedText.optional(),
  /** 0 for a notice that has always been there. */
  from: milliseconds,
  until: milliseconds.optional(),
  /** Checks that may fail meanwhile, as `plugin:check`. */
  affects: z.array(z.string()),
  /** When it was added; absent for those of the config, which does not say. */
  announced: milliseconds.optional(),
});
export type Announcement = z.output<typeof Announcement>;
export type Maintenance = Announcement & { readonly until: number };

export interface Announcements {
  readonly configured: readonly Announcement[];
  /** Those of the config, then those of the store. Rejects while the store fails. */
  all(): Promise<readonly Announcement[]>;
  /** Those of the store, the one that begins first at the head. */
  kept(): Promise<readonly Announcement[]>;
  add(one: Omit<Announcement, "id" | "announced">): Promise<Announcement>;
  /** Ends one of the store now. */
  end(id: string): Promise<void>;
  /** Removes one from the store, and from the history of the page with it. */
  remove(id: string): Promise<void>;
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
  /** Undefined where it is off: then there are those of the config only. */
  readonly store: Store | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
}

export function createAnnouncements({ store, clock, ids }: Use, options: Options): Announcements {
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

  return {
    configured,
    kept,
    all: async () => [...configured, ...(await kept())],
    async add(wanted) {
      const now = clock.now();
      await makeRoom();
      const one = { ...wanted, id: ids.hex(16), announced: now };
      await table().insert([one]);
      return one;
    },
    async end(id) {
      await table().update(id, { until: clock.now() });
    },
    async remove(id) {
      await table().remove(id);
    },
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
    await table().remove(first.id);
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

/** The same at each node and after each start. */
function withId(one: Omit<Announcement, "id">): Announcement {
  return { ...one, id: hashOf(`${one.from} ${JSON.stringify(one.title)}`) };
}
