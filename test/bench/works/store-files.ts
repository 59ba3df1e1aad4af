/** Two databases with many integrations. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fastPath, variant } from "../contenders/index.ts";
import { withServer } from "../harness/server.ts";

/** Offices that share the integrations, in turns. */
const OFFICES = 1000;

/**
 * Lets Waymark make its tables and fills them; the second database also has the index that a careful author adds to the
 * query.
 */
export async function makeStores(
  folder: string,
  rows: number,
  say: (text: string) => void,
): Promise<{ waymark: string; indexed: string }> {
  const [waymark, indexed] = [join(folder, "waymark.db"), join(folder, "indexed.db")];
  const began = performance.now();
  await withServer(variant(fastPath, "tables", { STORE: waymark }), {}, async () => {});
  fill(waymark, rows);
  copyFileSync(waymark, indexed);
  const database = new DatabaseSync(indexed);
  database.exec("create index integrations_of_office on integrations (officeId, id)");
  database.close();
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`filled two databases with ${rows.toLocaleString("en")} rows each in ${seconds} s`);
  return { waymark, indexed };
}

function fill(file: string, rows: number): void {
  const database = new DatabaseSync(file);
  database.exec(`
    begin;
    with recursive count(i) as (select 0 union all select i + 1 from count where i < ${OFFICES - 1})
    insert into offices (id, name, hitos) select 'office-' || i, 'Office ' || i, '[]' from count;
    with recursive count(i) as (select 0 union all select i + 1 from count where i < ${rows - 1})
    insert into integrations (id, officeId, type, status, externalId, externalAccount, lastSyncAt, createdAt, updatedAt)
    select
      printf('integration-%07d', i),
      'office-' || (i % ${OFFICES}),
      case i / ${OFFICES} % 2 when 0 then 'slack' else 'notion' end,
      case i / ${OFFICES} % 4 when 0 then 'connected' when 1 then 'connected' when 2 then 'pending' else 'error' end,
      printf('external-%07d', i),
      'Waymark ' || (i % ${OFFICES}),
      '2025-03-12T05:30:19Z',
      '2024-10-04T13:20:00Z',
      '2025-03-12T05:30:19Z'
    from count;
    commit;
    pragma wal_checkpoint(truncate);
    pragma journal_mode = delete;
  `);
  database.close();
}
