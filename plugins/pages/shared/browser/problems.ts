/** The reasons that an error of this service states, each with its place in the request. */
import { membersIn } from "./json.ts";

/** Problem in the form of this service's errors. */
export interface Problem {
  readonly detail: string;
  /** JSON Pointer into the body. */
  readonly pointer?: string;
  /** Name of a parameter of the path or the query. */
  readonly parameter?: string;
  readonly header?: string;
}

interface Refusal {
  /** Sentence in English; empty if there is none. */
  readonly detail: string;
  readonly problems: readonly Problem[];
}

/** Reads the body of an error, in either of its forms; other texts have no reasons. */
export function refusalIn(text: string): Refusal {
  const body = membersIn(text);
  const error = Object(body["error"]) as Readonly<Record<string, unknown>>; // of any value
  const { errors = error["errors"], detail = error["detail"] ?? error["message"] ?? "" } = body;
  const problems = Array.isArray(errors) ? errors.map(problemOf) : [];
  return { detail: String(detail), problems };
}

function problemOf(one: unknown): Problem {
  const members = Object.entries(Object(one)).filter(([, value]) => typeof value === "string");
  return { detail: "", ...Object.fromEntries(members) };
}
