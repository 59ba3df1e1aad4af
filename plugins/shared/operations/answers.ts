/** Answers that an operation may have, with their headers and bodies. */
import type { Registry, SealedRoute } from "waymark";
import {
  type CatalogEntry,
  NO_CONTENT,
  plannedNames,
  qualifyRef,
  readHeadersOf,
  successStatus,
} from "waymark/advanced";
import { errorsOf } from "./errors.ts";

export interface Answer {
  /** `default` stands for any other error of the catalog. */
  readonly status: number | "default";
  /** Kind: the operation's main answer, 304 for a current copy, an error, or another answer. */
  readonly kind: "main" | "notModified" | "error" | "other";
  readonly description: string;
  /** Names of the headers that it may have. */
  readonly headers: readonly string[];
  /** Bodies of the answer: the route's own, or that of errors. Empty for an answer without a body. */
  readonly bodies: readonly ("own" | "error")[];
  /** Entries of the catalog that come with this status. */
  readonly errors: readonly CatalogEntry[];
}

/** Returns each status once, in the order of its description: the main one first, `default` last. */
export function answersOf(route: SealedRoute, registry: Registry): readonly Answer[] {
  const { plans, policies, declaration } = route;
  const ofError = plannedNames(plans.error);
  const success = successStatus(declaration);
  const errors = Map.groupBy(errorsOf(route, registry), ({ status }) => status);
  const answers = new Map<Answer["status"], Answer>();
  for (const answer of [mainAnswer(route, success), otherPath(route, registry)])
    if (answer !== undefined) answers.set(answer.status, answer);

  for (const status of declaration.statuses ?? []) {
    const entries = errors.get(status) ?? [];
    const names = status >= 400 ? ofError : plannedNames(plans.ok);
    answers.set(status, {
      status,
      kind: "other",
      description: [textOfStatus(route, status), ...entries.map(textOfError)].join("\n\n"),
      headers: [...names, ...particular(route, status)],
      bodies: [...ownBody(route, status), ...(errors.has(status) ? (["error"] as const) : [])],
      errors: entries,
    });
  }
  if (success === 200 && mayBeMinimal(route) && !answers.has(204))
    answers.set(204, {
      status: 204,
      kind: "other",
      description: "The answer to `Prefer: return=minimal`, without the representation.",
      headers: plannedNames(plans.ok),
      bodies: [],
      errors: [],
    });
  if (answers.has(success) && policies.some(({ compiled }) => compiled.precondition !== undefined))
    answers.set(304, {
      status: 304,
      kind: "notModified",
      description: "The client's copy is still current.",
      headers: plannedNames(plans.notModified),
      bodies: [],
      errors: [],
    });
  for (const [status, entries] of errors)
    if (!answers.has(status))
      answers.set(status, {
        status,
        kind: "error",
        description: [...absence(route, status), ...entries.map(textOfError)].join("\n\n"),
        headers: [...ofError, ...particular(route, status)],
        bodies: ["error"],
        errors: entries,
      });
  answers.set("default", {
    status: "default",
    kind: "error",
    description: "Any other error of the catalog.",
    headers: ofError,
    bodies: ["error"],
    errors: [],
  });
  return [...answers.values()];
}

/** Returns the media types of an answer's bodies. */
export function mediaTypesOf(
  { bodies }: Pick<Answer, "bodies">,
  { mediaTypes, errorForms }: SealedRoute,
): readonly string[] {
  const ofErrors = errorForms.flatMap(({ mediaType, schema }) =>
    schema === undefined ? [] : [mediaType],
  );
  return [
    ...(bodies.includes("error") ? ofErrors : []),
    ...(bodies.includes("own") ? mediaTypes : []),
  ];
}

/** Returns the answer that the route exists for; undefined for a route that always fails. */
function mainAnswer(route: SealedRoute, success: number): Answer | undefined {
  const { declaration, plans, engine } = route;
  const { redirect, alwaysFails, languages, summary } = declaration;
  if (redirect !== undefined)
    return {
      status: redirect.status,
      kind: "main",
      description: summary,
      headers: [...plannedNames(plans.redirect), "Location"],
      bodies: [],
      errors: [],
    };
  if (alwaysFails !== undefined) return undefined;
  const trimmed = (engine?.trimmedBy ?? []).map(
    (name) => `With the parameter \`${name}\`, items may lack members that their schema requires.`,
  );
  const short =
    success === 201 && mayBeMinimal(route)
      ? ["With `Prefer: return=minimal`, the answer has no body."]
      : [];
  const spoken = languages === undefined ? [] : ["Content-Language"];
  return {
    status: success,
    kind: "main",
    description: [summary, ...trimmed, ...short].join("\n\n"),
    headers: [...plannedNames(plans.ok), ...particular(route, success), ...spoken],
    bodies: ownBody(route, success),
    errors: [],
  };
}

/** Returns the redirect of a write to the path that has its answer. */
function otherPath({ declaration, plans, plugin }: SealedRoute, registry: Registry) {
  const { redirects } = declaration;
  if (redirects === undefined || registry.route(qualifyRef(redirects.to, plugin)) === undefined)
    return undefined;
  return {
    status: redirects.status,
    kind: "other",
    description: "The answer is at another path, to be read with GET.",
    headers: [...plannedNames(plans.redirect), "Location"],
    bodies: [],
    errors: [],
  } as const;
}

function ownBody({ mediaTypes }: SealedRoute, status: number): readonly "own"[] {
  return mediaTypes.length > 0 && !NO_CONTENT.has(status) ? ["own"] : [];
}

/** Headers of the kernel that only some statuses have. */
function particular(route: SealedRoute, status: number): readonly string[] {
  return [
    ...(status === 503 || status === 429 ? ["Retry-After"] : []),
    ...(status === 415 && route.accepts.includes("Accept-Patch") ? ["Accept-Patch"] : []),
    ...(status === 201 || (status === 409 && mayExist(route)) ? ["Location"] : []),
  ];
}

/** Checks that clients may ask for an answer without the representation (RFC 7240, section 4.2). */
function mayBeMinimal(route: SealedRoute): boolean {
  return (
    route.answersAs !== undefined && readHeadersOf(route).some(({ name }) => name === "prefer")
  );
}

/** Checks that the resource that a request would create may be there already. */
function mayExist({ creates, declaration: { errors = [] } }: SealedRoute): boolean {
  return creates !== undefined && errors.includes("resource-exists");
}

/** Says of a status that the route declares what sets it apart. */
function textOfStatus({ creates, represents }: SealedRoute, status: number): string {
  if (status === 201 && creates === undefined && represents !== undefined)
    return "The resource did not exist, and was created.";
  return NO_CONTENT.has(status) ? "Without a body." : `The same body, with status ${status}.`;
}

/** Says that the resource of a route may be missing. */
function absence({ declaration: { absent } }: SealedRoute, status: number): readonly string[] {
  return absent === undefined || status !== 404 ? [] : [`The resource is absent ${absent}.`];
}

function textOfError({ code, message }: CatalogEntry): string {
  return `\`${code}\`: ${message}`;
}
