/** The part of the index for language models about writes. */
import type { Registry, SealedRoute } from "waymark";
import { bodyTypesOf } from "waymark/advanced";

/** Returns how to write, and which operations do; nothing if the service only reads. */
export function writing({ routes, policies, rootLinks }: Registry): readonly string[] {
  const isResource = ({ represents, creates }: SealedRoute) =>
    represents !== undefined || creates !== undefined;
  if (!routes.some(isResource)) return [];
  const writes = routes.filter(
    ({ method, declaration }) => method !== "GET" && declaration.alwaysFails === undefined,
  );
  const reads = (header: string) =>
    policies.some(({ policy }) => policy.reads?.[header] !== undefined);
  const conditional = writes.some(({ represents }) => represents !== undefined);
  return [
    ...(conditional
      ? [
          "- Before a change, read the resource and keep its `ETag`. Send that in `If-Match` with PUT, PATCH and DELETE: when the resource has changed in between, the answer is 412 and nothing changes. Then read it again.",
        ]
      : []),
    "- 422 names each problem of the body: `error.errors[].pointer` is a JSON pointer into it.",
    ...(reads("idempotency-key")
      ? [
          "- Where an operation takes `Idempotency-Key`, send a new key with each request, and the same key when a request is sent again: it is not performed twice.",
        ]
      : []),
    ...(Object.hasOwn(rootLinks, "graphql")
      ? ["- In GraphQL each of these operations is a field of `Mutation`, under its `operationId`."]
      : []),
    ...(reads("prefer") ? ["- `Prefer: return=minimal` leaves the body of an answer out."] : []),
    "",
    ...writes.map((route) => {
      const { method, path, declaration } = route;
      const types = bodyTypesOf(route).map((type) => `\`${type}\``);
      return [
        `- \`${method} ${path}\`: ${declaration.summary}`,
        ...(types.length === 0 ? [] : [`Takes ${types.join(" or ")}.`]),
        ...(declaration.preconditions === "required" ? ["Requires a condition."] : []),
      ].join(" ");
    }),
  ];
}
