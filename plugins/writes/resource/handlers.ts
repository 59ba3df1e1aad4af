/** The handlers of a resource. Each may run again with the same call, when its transaction collides with another. */
import { show, type ListQuery } from "waymark";
import { pointerOf } from "waymark/advanced";
import type { Ids } from "waymark/services";
import { fileHandlersOf } from "./file-handlers.ts";
import { actionId, WRITES, type Model } from "./model.ts";
import { ResourceRows, type Call, type Row, type Services } from "./rows.ts";
import { JSON_PATCH, problemsOf, type Inputs } from "./input.ts";
import { applyPatch, PatchConflict, PatchExcess, type JsonPatch } from "./json-patch.ts";
import { mergePatch } from "./merge-patch.ts";
import { hiddenFrom, hiddenUses } from "./visibility.ts";

/** Returns the handlers by route id. */
export function handlersOf(
  model: Model,
  use: Services,
): Readonly<Record<string, (call: Call) => Promise<unknown>>> {
  const rows = new ResourceRows(model, use);
  const handlers = new ResourceHandlers(model, rows, use.ids);
  const { ids, writes, declaration } = model;
  const verbs = ["list", "get", ...WRITES.filter((verb) => writes.has(verb))] as const;
  const actions = Object.keys(declaration.actions ?? {});
  return Object.fromEntries([
    ...verbs.map((verb) => [ids[verb], (call: Call) => handlers[verb](call)] as const),
    ...actions.map(
      (action) =>
        [actionId(action, declaration.name), (call: Call) => handlers.act(call, action)] as const,
    ),
    ...Object.entries(fileHandlersOf(model, rows, use)),
  ]);
}

class ResourceHandlers {
  readonly #model: Model;
  readonly #rows: ResourceRows;
  readonly #ids: Ids;

  constructor(model: Model, rows: ResourceRows, ids: Ids) {
    this.#model = model;
    this.#rows = rows;
    this.#ids = ids;
  }

  async list(call: Call): Promise<unknown> {
    const own = this.#model.fixed.map((field) => ({
      field,
      operator: "eq" as const,
      value: call.params[field] ?? "",
    }));
    const query = call.query as ListQuery; // the list engine has made it
    const errors = hiddenUses(query, hiddenFrom(call, this.#model.declaration));
    const [error] = errors;
    if (error !== undefined)
      return call.fail("bad-request", { detail: `${error.parameter}: ${error.detail}`, errors });
    const filters = [...own, ...query.filters];
    const fields = this.#withKey(query.fields);
    const page = await this.#rows.table(call).list<Row>({ ...query, fields, filters });
    return { ...page, items: page.items.map((row) => this.#rows.present(call, row)) };
  }

  /** Returns the fields to read: links of files need the key. */
  #withKey(fields: ListQuery["fields"]): ListQuery["fields"] {
    const { files, declaration } = this.#model;
    const hasFiles = fields?.some((field) => Object.hasOwn(files, field)) === true;
    return hasFiles ? [...new Set([...fields, declaration.key])] : fields;
  }

  async get(call: Call): Promise<Row> {
    return this.#rows.present(call, await this.#rows.existing(call, this.#keyOf(call)));
  }

  async create(call: Call): Promise<Row> {
    const { declaration, clientKeys } = this.#model;
    const body = bodyOf(call);
    const key = clientKeys ? String(body[declaration.key]) : this.#ids.uuid();
    this.#refuseOthers(call, body, key);
    return this.#rows.present(call, await this.#rows.add(call, key, body));
  }

  async replace(call: Call): Promise<Row> {
    const key = this.#keyOf(call);
    const body = bodyOf(call);
    const { clientKeys } = this.#model;
    const before = clientKeys
      ? await this.#rows.find(call, key)
      : await this.#rows.existing(call, key);
    this.#refuseOthers(call, body, key);
    const row =
      before === undefined
        ? await this.#rows.add(call, key, body)
        : await this.#rows.change(call, "replace", key, before, body);
    if (before === undefined) call.status(201);
    return this.#rows.present(call, row);
  }

  async patch(call: Call): Promise<Row> {
    const key = this.#keyOf(call);
    const before = await this.#rows.existing(call, key);
    const body = this.#patched(call, before);
    this.#refuseOthers(call, body, key);
    return this.#rows.present(call, await this.#rows.change(call, "patch", key, before, body));
  }

  async act(call: Call, name: string): Promise<Row> {
    const key = this.#keyOf(call);
    const before = await this.#rows.existing(call, key);
    this.#refuseState(call, name, before);
    return this.#rows.present(call, await this.#rows.act(call, name, key, before));
  }

  async remove(call: Call): Promise<void> {
    const key = this.#keyOf(call);
    await this.#rows.remove(call, key, await this.#rows.existing(call, key));
  }

  #keyOf({ params }: Call): string {
    return params[this.#model.keyParam] ?? "";
  }

  /** Refuses an action that does not begin in this state, which the caller may not be allowed to read. */
  #refuseState(call: Call, action: string, before: Row): void {
    const { declaration, codes } = this.#model;
    const others = Object.entries(declaration.actions?.[action]?.from ?? {}).flatMap(
      ([field, states = []]) => (states.includes(before[field]) ? [] : [{ field, states }]),
    );
    const [code] = codes.state;
    if (others.length === 0 || code === undefined) return;
    const errors = others.map(({ field, states }) => ({
      detail: `Allowed before ${action}: ${states.map(show).join(", ")}.`,
      pointer: pointerOf([field]),
    }));
    const states = others.map((one) => `${one.field} ${one.states.map(show).join(" or ")}`);
    const detail = `${action} begins with ${states.join(" and ")}. Nothing was changed.`;
    call.fail(code, { detail, errors });
  }

  /**
   * Returns the body of a replacement that does the same, validated whole. Refuses a patch that does not apply or fit. A patch
   * sees what its caller does: `test` and `copy` would show the rest.
   */
  #patched(call: Call, before: Row): Row {
    const { inputs, declaration } = this.#model;
    const seen = this.#rows.present(call, before);
    const isMerge = call.bodyType !== JSON_PATCH;
    const document = isMerge
      ? mergePatch(seen, call.body)
      : apply(call, seen, call.body as JsonPatch, inputs.members); // as its schema made it
    const checked = problemsOf(inputs.replace, document);
    if ("errors" in checked) return call.fail("unprocessable-content", checked);
    const body = checked.value as Row; // an object, as its schema says
    const hidden = isMerge ? hiddenFrom(call, declaration) : [];
    const cleared = hidden.filter((field) => bodyOf(call)[field] === null);
    return { ...body, ...Object.fromEntries(cleared.map((field) => [field, undefined])) };
  }

  /** Refuses a body that is another resource's than the path's. */
  #refuseOthers(call: Call, body: Row, key: string): void {
    const { fixed, declaration } = this.#model;
    const expected = { ...call.params, [declaration.key]: key };
    const errors = [declaration.key, ...fixed]
      .filter((field) => body[field] !== undefined && body[field] !== expected[field])
      .map((field) => ({
        detail: `The path is that of ${JSON.stringify(expected[field])}. Leave the member out, or send it as it is.`,
        pointer: pointerOf([field]),
      }));
    if (errors.length > 0) call.fail("unprocessable-content", { errors });
  }
}

/** Returns the body as the schema of the route made it. */
function bodyOf({ body }: Call): Row {
  return Object(body) as Row;
}

function apply(call: Call, before: Row, patch: JsonPatch, members: Inputs["members"]): unknown {
  try {
    return applyPatch(before, patch, members);
  } catch (error) {
    if (!(error instanceof PatchConflict)) throw error;
    const errors = [{ detail: error.message, pointer: `/${error.index}` }];
    if (error instanceof PatchExcess) return call.fail("unprocessable-content", { errors });
    const detail = `Operation ${error.index} does not apply: ${error.message}. Nothing was changed.`;
    return call.fail("patch-conflict", { detail, errors });
  }
}
