/** The script of a view and its data: the form that changes what is shown, and the names of events to wait for. */
import { type Html, html, type Registry, type SealedRoute } from "waymark";
import { readHeadersOf, requiredScopes } from "waymark/advanced";
import { assetHref } from "../shared/assets.ts";
import { formBody, MERGE_PATCH, writeFields } from "../shared/data/write-fields.ts";
import { scriptData } from "../shared/playground/place.ts";
import { viewsMessages } from "./messages.ts";
import type { LiveData } from "./model.ts";
import type { Viewed } from "./writes.ts";

interface Request extends Viewed {
  readonly language: string;
}

/** Returns the script and its data; undefined for an answer that is only read. */
export function livePart(request: Request): Html | undefined {
  const { route, registry, language, answer } = request;
  const { stream } = route.declaration;
  const write = answer.status < 300 ? changeOf(request) : undefined;
  const fields = write === undefined ? [] : writeFields(write, {}, { registry, language });
  if (stream === undefined && fields.length === 0) return undefined;
  const data: LiveData = {
    messages: viewsMessages(registry, language).live,
    ...(stream !== undefined && { events: Object.keys(stream.events) }),
    ...(write !== undefined && {
      change: {
        scopes: requiredScopes(write),
        key: registry.route("api-keys.getOwnKey")?.path,
        removes: mayRemove(write, registry),
      },
    }),
  };
  return html`${fields.length > 0 && html`<template data-fields>${fields}</template>`}<div data-live-view>${scriptData(data)}</div>
<script type="module" src="${assetHref("views.showScript", registry)}"></script>`;
}

/** Returns the change of parts of the resource, or of each item of the list, as far as its caller may perform it. */
function changeOf({ route, registry, call }: Request): SealedRoute | undefined {
  const item = route.itemRelations.find(({ rel }) => rel === "item");
  const path = route.kind === "list" ? item?.target.path : route.path;
  const write = registry.routes.find((one) => one.method === "PATCH" && one.path === path);
  if (write?.represents === undefined || formBody(write)?.mediaType !== MERGE_PATCH)
    return undefined;
  const isKeyed = readHeadersOf(write).some(
    ({ name, required }) => name === "idempotency-key" && required,
  );
  const own = call.principal?.scopes;
  const isRefused =
    own !== undefined && requiredScopes(write)?.some((scope) => !own.includes(scope)) === true;
  return isKeyed || isRefused ? undefined : write;
}

/** Checks that everybody who may change the resource may remove it, too. */
function mayRemove(write: SealedRoute, { routes }: Registry): boolean {
  const removal = routes.find(({ method, path }) => method === "DELETE" && path === write.path);
  const own = requiredScopes(write) ?? [];
  return removal !== undefined && (requiredScopes(removal) ?? []).every((one) => own.includes(one));
}
