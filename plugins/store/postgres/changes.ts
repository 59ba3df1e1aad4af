/**
 * The tables by which nodes learn of changes. A transaction adds a row for each table that it has changed, so that the
 * number of rows grows with each commit, and at no other time; no two transactions touch the same row. Rows are moved
 * into a count from time to time.
 */

export const CHANGES = "waymark_changes";
/** Counts of moved rows by table; the row without a name holds the epoch, a random number. */
export const VERSIONS = "waymark_versions";
/** The channel on which nodes announce changes. */
export const CHANNEL = "waymark_changes";

const MAX_EPOCH = 2 ** 48;

export const CREATE = `
  create table if not exists ${CHANGES} (table_name text collate "C" not null)
    with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  create table if not exists ${VERSIONS} (table_name text collate "C" primary key, count bigint not null);
  insert into ${VERSIONS} values ('', ${newEpoch()}) on conflict do nothing`;

/** Takes a lock that no other migration of the same schema has, until the transaction ends. */
export const LOCK = "select pg_advisory_xact_lock(hashtext('waymark'), hashtext(current_schema()))";

/**
 * Reads for each table the count, and its rows that are not moved yet. The timeline of the server, which a failover or a
 * restore changes, is in every row.
 */
export const READ = `
  select table_name, sum(count), sum(is_new), (select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))
  from (
    select table_name, count, 0 as is_new from ${VERSIONS}
    union all select table_name, 1, 1 from ${CHANGES}
  ) as counts group by table_name`;

/** Moves rows unless another node does. */
export const MOVE = [
  "begin",
  `with moved as (
    delete from ${CHANGES}
    where (select pg_try_advisory_xact_lock(hashtext('waymark moves'), hashtext(current_schema())))
    returning table_name
  )
  insert into ${VERSIONS} select table_name, count(*) from moved group by table_name
  on conflict (table_name) do update set count = ${VERSIONS}.count + excluded.count`,
  "commit",
].join("; ");

export function newEpoch(): number {
  return Math.floor(Math.random() * MAX_EPOCH);
}

/** Returns SQL that notes a change of each of these tables. */
export function noteOf(tables: Iterable<string>): string {
  return `insert into ${CHANGES} values ${[...tables].map((table) => `(${literal(table)})`).join(", ")}`;
}

/** Adds the note of a change to a query that writes, if it changes rows. Returns SQL whose result is their number. */
export function withNote(table: string, sql: string): string {
  return (
    `with waymark_written as (${sql} returning 1), waymark_noted as ` +
    `(insert into ${CHANGES} select ${literal(table)} from waymark_written limit 1) ` +
    `select count(*) from waymark_written`
  );
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
