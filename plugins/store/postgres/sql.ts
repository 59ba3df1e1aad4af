/** SQL for PostgreSQL, built by Kysely. */
import { createHash } from "node:crypto";
import {
  DummyDriver,
  IdentifierNode,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type CreateIndexNode,
  type CreateTableNode,
  type DatabaseConnection,
  type DropIndexNode,
} from "kysely";
import type { Dialect, Rows, Sql } from "../database.ts";
import type { Session } from "./sessions.ts";
import { escapeText } from "./text.ts";

/** PostgreSQL cuts longer names without an error. */
const MAX_NAME_BYTES = 63;
const HASH_LENGTH = 12;

const dialect: Dialect = {
  types: {
    // Compares the bytes of UTF-8, which is the order of code points.
    text: sql`text collate "C"`,
    integer: "bigint",
    number: "double precision",
    boolean: "smallint",
    json: "text",
  },
  createReference: ({ table, field, target, targetKey }) => [
    sql.raw(
      `alter table "${table}" add constraint "${referenceName(table, field, target)}" ` +
        `foreign key ("${field}") references "${target}" ("${targetKey}")`,
    ),
  ],
  dropReference: ({ table, field, target }) => [
    sql.raw(
      `alter table "${table}" drop constraint if exists "${referenceName(table, field, target)}"`,
    ),
  ],
  // Not LIKE, in which some characters are wildcards.
  contains: (whole, part) => sql<boolean>`position(${part} in ${whole}) > 0`,
};

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
      throw new Error(
        `PostgreSQL cuts the name "${name}", which has more than ${MAX_NAME_BYTES} bytes: rename the table or the field`,
      );
    }
    return super.sanitizeIdentifier(name);
  }

  /** Defaults of columns. */
  protected override appendStringLiteral(value: string): void {
    super.appendStringLiteral(escapeText(value));
  }

  /** Room on each page keeps changed rows where they were, off the index pages by which other transactions read. */
  protected override visitCreateTable(node: CreateTableNode): void {
    super.visitCreateTable(node);
    this.append(" with (fillfactor = 80)");
  }

  protected override visitCreateIndex(node: CreateIndexNode): void {
    super.visitCreateIndex({ ...node, name: shorten(node.name) });
  }

  protected override visitDropIndex(node: DropIndexNode): void {
    const { identifier, ...rest } = node.name;
    super.visitDropIndex({ ...node, name: { ...rest, identifier: shorten(identifier) } });
  }
}

function shorten({ name }: IdentifierNode): IdentifierNode {
  return IdentifierNode.create(shortened(name));
}

function referenceName(table: string, field: string, target: string): string {
  return shortened(`${table}_${field}_${target}`);
}

/** Shortens names of indexes: made of names of tables and fields, they may be longer than each of these. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_LENGTH);
  let start = name;
  while (Buffer.byteLength(start) + HASH_LENGTH + 1 > MAX_NAME_BYTES) start = start.slice(0, -1);
  return `${start}_${hash}`;
}

/** @param session runs what the builder executes itself, which only migrations do. */
export function sqlOn(session?: Session): Sql {
  const builder = new Kysely<Rows>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => (session === undefined ? new DummyDriver() : new SessionDriver(session)),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new Compiler(),
    },
  });
  return { builder, dialect };
}

/** Transactions are begun and ended around it. */
class SessionDriver extends DummyDriver {
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async ({ sql: text, parameters }) => {
        const { rows, rowCount } = await this.#session.queryObjects(text, parameters);
        return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) };
      },
      streamQuery() {
        throw new Error("no query is streamed");
      },
    };
  }
}
