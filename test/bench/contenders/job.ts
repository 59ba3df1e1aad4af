/** The job that every contender does: what Waymark answers, captured once per run and handed on as a file. */
import { readFileSync } from "node:fs";

/** Answer with header names in lower case and without headers of the connection. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Job {
  readonly list: Answer;
  readonly sparse: Answer;
  readonly openapi: Answer;
  readonly health: Answer;
  readonly version: Answer;
  /** An error for a client that has asked too often. */
  readonly tooMany: Answer;
  /** A problem (RFC 9457) for a path that nothing has. */
  readonly missing: Answer;
  /** A GraphQL answer to POST. */
  readonly graphql: Answer;
  /** Page of the large store, where there is one. */
  readonly page?: Answer;
  /** The JSON Schema of the list, as Waymark publishes it. */
  readonly listSchema: object;
  /** The whole GraphQL schema. */
  readonly sdl: string;
}

export type RouteName = Exclude<keyof Job, "listSchema" | "sdl">;

/** Requests a client may make per window: none is refused while measured, or with LIMITED=on all but the first. */
export const LIMIT = process.env["LIMITED"] === "on" ? 1 : 1_000_000_000;
export const WINDOW_SECONDS = 60;
/** Base of absolute URLs, the same wherever a contender listens. */
export const BASE_URL = "http://localhost";

/** Reads the job that the runner wrote. */
export function readJob(): Job {
  return JSON.parse(readFileSync(process.env["JOB"] ?? "", "utf8"));
}

/** A header of an answer that has it. */
export function header({ headers }: Answer, name: string): string {
  const value = headers[name];
  if (value === undefined) throw new Error(`the captured answer has no ${name}`);
  return value;
}

/** Headers that differ from route to route and that no plugin of any framework brings: the route's author writes them. */
const OWN = ["vary", "cache-control", "link", "timing-allow-origin", "permissions-policy"] as const;

/** Name and value of the headers that an author writes for this answer. */
export function ownHeaders({ headers }: Answer): readonly (readonly [string, string])[] {
  return OWN.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** The rows behind the list. */
export function officesOf(job: Job): readonly Office[] {
  return JSON.parse(job.list.body).offices;
}

export interface Office {
  readonly id: string;
  readonly name: string;
  readonly hitos: readonly { readonly title: string }[];
}

/** Makes the body of the list: whole, or with some fields, named as in the URL. */
export function lister(job: Job): (fields?: string) => object {
  const whole = JSON.parse(job.list.body);
  const links: object = JSON.parse(job.sparse.body)._links;
  const rows: readonly Office[] = whole.offices;
  return (fields) => {
    if (fields === undefined) return whole;
    const names = fields.split(",");
    const offices = rows.map((row) => {
      const some: Record<string, unknown> = {};
      for (const name of names) some[name] = Reflect.get(row, name);
      return some;
    });
    const self = { href: `/api/offices?fields=${fields}` };
    return { offices, _meta: whole._meta, _links: { ...links, self } };
  };
}

/** Makes what health says now. */
export function healthOf(job: Job): () => object {
  const captured = JSON.parse(job.health.body);
  return () => ({ ...captured, timestamp: new Date().toISOString() });
}

/** Makes the error of a captured answer, for another request. */
export function errorOf({ body }: Answer): (requestId: string) => object {
  const captured = JSON.parse(body);
  return (requestId) => ({ ...captured, requestId });
}

/** Makes the problem of a path that nothing has. */
export function missingOf(job: Job): (requestId: string) => object {
  return errorOf(job.missing);
}
