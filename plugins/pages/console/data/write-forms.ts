/** Forms for the writes of a resource, made from the schemas of their bodies. */
import { type Html, html, type Registry, type SealedRoute } from "waymark";
import { bodiesOf } from "waymark/advanced";
import { isRow } from "../../shared/data/data-view.ts";
import { formBody, writeFields } from "../../shared/data/write-fields.ts";
import { fill } from "../../shared/fill.ts";
import { titleOf } from "../../shared/messages.ts";
import { consoleMessages } from "../messages.ts";
import { readOf } from "./api-routes.ts";

const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

interface Shown {
  /** Route of the answer that is shown. */
  readonly route: SealedRoute;
  readonly registry: Registry;
  readonly language: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly value: unknown;
  readonly etag: string | undefined;
}

export function writeForms(shown: Shown): readonly Html[] {
  const { route, registry, params } = shown;
  const at = (method: string, path: string) =>
    registry.routes.some((one) => one.method === method && one.path === path);
  return registry.routes.flatMap((write) => {
    // A form of parts does all that a form of the whole would.
    if (write.method === "PUT" && at("PATCH", write.path)) return [];
    const isFilled = write.pattern.params.every((name) => params[name] !== undefined);
    if (!WRITES.has(write.method) || write.site || !isFilled || readOf(write, registry) !== route)
      return [];
    const hasBody = Object.keys(bodiesOf(write.declaration)).length > 0;
    if (write.upload !== undefined || (hasBody && formBody(write) === undefined)) return [];
    return [form(write, shown)];
  });
}

function form(write: SealedRoute, shown: Shown): Html {
  const { route, registry, language, path, value, etag } = shown;
  const { data } = consoleMessages(registry, language);
  const { method } = write;
  const title = titleOf(write.declaration.summary, shown);
  const target = path + write.path.slice(route.path.length);
  const isDelete = method === "DELETE";
  const isConditional = etag !== undefined && write.represents === route.ref;
  return html`<details class="write"><summary><span class="method ${method.toLowerCase()}">${method}</span> ${title}</summary>
<form data-act="/console/data"${isDelete && html` data-ask="${fill(data.ask, { target })}"`}>
<input type="hidden" name="method" value="${method}"><input type="hidden" name="target" value="${target}">${isConditional && html`<input type="hidden" name="ifMatch" value="${etag}">`}
${fields(write, value, shown)}
<p><button${isDelete && html` class="danger"`}>${title}</button> <output></output></p>
</form></details>
`;
}

function fields(write: SealedRoute, value: unknown, shown: Shown): readonly Html[] {
  const body = formBody(write);
  if (body === undefined) return [];
  const isChange = write.method === "PUT" || write.method === "PATCH";
  const members = writeFields(write, isChange && isRow(value) ? value : {}, shown);
  if (members.length > 0) return members;
  const { data } = consoleMessages(shown.registry, shown.language);
  return [
    html`<div class="option"><label for="${write.id}-body">${data.body}</label><textarea id="${write.id}-body" name="body" rows="4" data-json required></textarea></div>`,
  ];
}
