/** Routes that a write belongs to: of the resource which it changes, and of the representation it answers with. */
import type { RouteBase } from "../../contract/route/route-info.ts";
import { hasRanges } from "../../contract/route/bytes.ts";
import type { Relation, Route } from "../../contract/route/route.ts";
import type { Owned } from "../../contract/plugin/declarations.ts";
import { qualifyRef } from "./relations.ts";

type WriteFacts = Pick<RouteBase, "represents" | "answersAs">;

const NONE: WriteFacts = { represents: undefined, answersAs: undefined };

/** Methods that act on the resource at their path itself (RFC 9110, sections 9.3.4 and 9.3.5; RFC 5789). */
const TARGETED: ReadonlySet<string> = new Set(["PUT", "PATCH", "DELETE"]);

/** Returns a function for each of these routes, which looks others up by id. */
export function writeFactsAmong(
  routes: readonly Owned<Route>[],
): (route: Owned<Route>, ofPath: readonly Owned<Route>[]) => WriteFacts {
  let byRef: ReadonlyMap<string, Owned<Route>> | undefined;
  const find = (relation: Relation, plugin: string) => {
    byRef ??= new Map(routes.map((route) => [refOf(route), route]));
    return byRef.get(qualifyRef(typeof relation === "string" ? relation : relation.to, plugin));
  };
  return ({ plugin, value }, ofPath) => {
    if (value.method === "GET") return NONE;
    const resource =
      value.acts !== undefined
        ? find(value.acts, plugin)
        : TARGETED.has(value.method)
          ? ofPath.find((one) => one.value.path === value.path && hasTag(one.value))
          : undefined;
    const answered = value.creates === undefined ? resource : find(value.creates, plugin);
    return {
      represents: resource && refOf(resource),
      answersAs:
        value.method !== "DELETE" && answered?.plugin === plugin && isAnswer(value, answered.value)
          ? refOf(answered)
          : undefined,
    };
  };
}

function refOf({ name, plugin }: Owned<Route>): string {
  return `${plugin}.${name}`;
}

/** Checks that answers of the route are one resource, and may be stored: other answers have no entity tag. */
export function hasTag({ method, returns, bytes, document, cache }: Route): boolean {
  const isResource = returns !== undefined || hasRanges({ bytes });
  return method === "GET" && isResource && document !== true && cache !== "no-store";
}

/** Checks that the answer to a write is what a client reads next, byte for byte. */
function isAnswer(write: Route, read: Route): boolean {
  return (
    hasTag(read) &&
    read.returns !== undefined &&
    write.returns === read.returns &&
    write.bareBody === read.bareBody &&
    write.languages === undefined &&
    read.languages === undefined &&
    String(write.produces) === String(read.produces)
  );
}
