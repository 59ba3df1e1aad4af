/** PostgreSQL servers for tests, each with a folder and a port of its own. */
import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { whereIs } from "../_programs.ts";
import { Engine } from "./engine.ts";
import { Guard, unprivilegedUser } from "./guard.ts";
import { freePort } from "./ports.ts";

const execute = promisify(execFile);

/** A database sorts as people do, unlike JavaScript and SQLite, so that a query that forgets to name its collation shows. */
const INIT = [
  ..."-U waymark -A trust -E UTF8 --no-sync --wal-segsize=1".split(" "),
  ..."--locale=C.UTF-8 --locale-provider=icu --icu-locale=en".split(" "),
];

/** The latest query of a connection by which a node learns of changes: `listen` is its first one only. */
export const LISTENERS = "^listen |pg_notify|pg_walfile_name";

/** Commits outlive a kill of PostgreSQL, and not a crash of the machine. */
const SETTINGS = { fsync: "off", full_page_writes: "off" };

export interface PostgresOptions {
  /** Settings of postgresql.conf, by name: `{ fsync: "on", max_connections: "20" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Postgres {
  /** URL with user and database; there is no password. */
  readonly url: string;
  /** Folder of the data. */
  readonly data: string;
  /** Runs a query on a connection of its own. Returns its rows, one a line, fields separated by `|`. */
  psql(query: string): Promise<string>;
  /** The processes of the connections of clients whose latest query matches a regular expression, or of all. */
  backends(latestQuery?: string): Promise<readonly number[]>;
  /** Ends the connections of clients, or those whose latest query matches. Returns their number. */
  terminateBackends(latestQuery?: string): Promise<number>;
  /** Ends it as a crash would, or with a signal: `SIGINT` waits for no client, `SIGTERM` for all. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again with its data and settings, whether it runs or not. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export async function startPostgres({ settings = {} }: PostgresOptions = {}): Promise<Postgres> {
  const user = unprivilegedUser();
  const template = await templateFolder();
  const port = await freePort();
  const engine = new Engine("SIGINT", user);
  const data = join(engine.folder, "data");
  cpSync(template, data, { recursive: true });
  chmodSync(data, 0o700); // PostgreSQL refuses a folder that others may read
  if (user !== undefined)
    for (const path of [data, ...readdirSync(data, { recursive: true }).map(String)])
      chownSync(path === data ? data : join(data, path), user.uid, user.gid);

  const all = { listen_addresses: "127.0.0.1", port, ...SETTINGS, ...settings };
  const socket = { unix_socket_directories: engine.folder };
  const flags = Object.entries({ ...all, ...socket }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  await engine.start({
    program: whereIs("postgres"),
    args: ["-D", data, ...flags],
    ready: /database system is ready to accept connections/,
    // After a crash, the processes of its connections take a moment to notice.
    passing: /pre-existing shared memory block|lock file "postmaster.pid" already exists/,
  });

  const url = `postgres://waymark@127.0.0.1:${port}/postgres`;
  const psql = async (query: string): Promise<string> => {
    const args = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", query, url];
    return (await execute(sibling("psql"), args)).stdout.trimEnd();
  };
  return {
    url,
    data,
    psql,
    backends: async (latestQuery = "") => {
      const found = await psql(`select pid from ${backendsWhere(latestQuery)}`);
      return found.split("\n").filter(Boolean).map(Number);
    },
    terminateBackends: async (latestQuery = "") => {
      const ended = await psql(
        `select count(pg_terminate_backend(pid, 5000)) from ${backendsWhere(latestQuery)}`,
      );
      return Number(ended);
    },
    kill: (signal) => engine.kill(signal),
    restart: () => engine.restart(),
    stop: () => engine.stop(),
  };
}

function backendsWhere(latestQuery: string): string {
  return `pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and query ~* '${latestQuery}'`;
}

/** Returns a folder of data to copy, which takes seconds to make: the first run of tests makes it. */
async function templateFolder(): Promise<string> {
  const { stdout: version } = await execute(whereIs("postgres"), ["--version"]);
  const hash = createHash("sha256")
    .update(`${version}${INIT.join(" ")}`)
    .digest("hex");
  const cache = join(import.meta.dirname, "../../node_modules/.cache/waymark-engines");
  const template = join(cache, `postgres-${hash.slice(0, 12)}`);
  if (existsSync(template)) return template;

  const user = unprivilegedUser();
  const guard = new Guard(user);
  try {
    const data = join(guard.folder, "data");
    await execute(sibling("initdb"), ["-D", data, ...INIT], { ...user, cwd: guard.folder });
    mkdirSync(cache, { recursive: true });
    const copy = join(cache, randomUUID());
    cpSync(data, copy, { recursive: true });
    try {
      renameSync(copy, template);
    } catch {
      rmSync(copy, { recursive: true }); // another worker was faster
    }
    return template;
  } finally {
    await guard.end();
  }
}

/** A program of the same version. */
function sibling(program: string): string {
  return join(dirname(realpathSync(whereIs("postgres"))), program);
}
