/** The rows of a resource: found for a caller, and written as the rule decides. */
import { didYouMean, show, type HandlerCall } from "waymark";
import { fillPath, parsePath, pointerOf } from "waymark/advanced";
import type { FileContent, Files, Ids, Store, TableRows } from "waymark/services";
import { problemsOf } from "./input.ts";
import type { Model } from "./model.ts";
import { RuleUses } from "./rule-uses.ts";
import { words } from "./texts.ts";
import { hiddenFrom, withoutFields } from "./visibility.ts";
import type { Write } from "./declaration.ts";

export type Row = Readonly<Record<string, unknown>>;

/** The call of any of the routes: their declarations are made at run time. */
export type Call = Omit<HandlerCall, "fail" | "status" | "query" | "params" | "body" | "upload"> & {
  readonly body: unknown;
  readonly upload: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  fail(code: string, options?: Parameters<HandlerCall["fail"]>[1]): never;
  status(status: number): void;
};

const MAX_KEY_LENGTH = 255;
// oxlint-disable-next-line no-control-regex -- those are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Services of the resource, including the services that its rule needs. */
export interface Services {
  readonly store: Store;
  readonly ids: Ids;
  /** Content of files; undefined if the resource has none. */
  readonly files?: Files | undefined;
}

interface Change {
  readonly kind: Write | "action";
  /** Name of the action. */
  readonly action?: string;
  readonly key: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

export class ResourceRows {
  readonly #model: Model;
  readonly #use: Services;
  readonly #item: ReturnType<typeof parsePath>;

  constructor(model: Model, use: Services) {
    this.#model = model;
    this.#use = use;
    this.#item = parsePath(model.itemPath);
  }

  /** Returns the rows that the caller reaches. */
  table(call: Call): TableRows {
    const { table, declaration } = this.#model;
    const all = this.#use.store.table(table);
    return declaration.owner === undefined ? all : all.of(call.principal);
  }

  /** Returns the rows of all callers. */
  #allRows(): TableRows {
    const { table, declaration } = this.#model;
    const all = this.#use.store.table(table);
    return declaration.owner === undefined ? all : all.acrossOwners();
  }

  /** Returns the row; undefined also if the row is at another path. */
  async find(call: Call, key: string): Promise<Row | undefined> {
    const row = await this.table(call).find<Row>(key);
    const isHere = this.#model.fixed.every((field) => row?.[field] === call.params[field]);
    return isHere ? row : undefined;
  }

  async existing(call: Call, key: string): Promise<Row> {
    return (await this.find(call, key)) ?? this.#refuseMissing(call, key);
  }

  async add(call: Call, key: string, body: Row): Promise<Row> {
    const path = fillPath(this.#item, { ...call.params, [this.#model.keyParam]: key });
    if (path === undefined || CONTROL.test(key) || key.length > MAX_KEY_LENGTH)
      return this.#refuseKey(call);
    if (this.#model.clientKeys && (await this.find(call, key)) !== undefined)
      return call.fail("resource-exists", {
        detail: `${path} is there already. Replace it with PUT, or choose another key.`,
        errors: [{ detail: "This key is taken.", pointer: this.#keyPointer }],
        existing: { [this.#model.declaration.key]: key },
      });
    const after = this.#compose(call, key, body, {});
    const row = await this.#settle(call, { kind: "create", key, before: undefined, after });
    await this.table(call).insert([row]);
    await this.#follow(call, { kind: "create", key, before: undefined, after: row });
    return this.existing(call, key);
  }

  async change(
    call: Call,
    kind: "replace" | "patch",
    key: string,
    before: Row,
    body: Row,
  ): Promise<Row> {
    const after = this.#compose(call, key, body, before);
    return this.#write(call, { kind, key, before, after });
  }

  /** Does what an action says, as its rule and the resource's decide. */
  async act(call: Call, action: string, key: string, before: Row): Promise<Row> {
    const { set, rule } = this.#model.declaration.actions?.[action] ?? {};
    const { principal } = call;
    const changes = await (typeof set === "function" ? set(before, { principal }) : set);
    const change = { kind: "action" as const, action, key, before };
    const after: Row = { ...before, ...changes };
    const decided = rule && (await this.#rule(call, { ...change, after }, rule));
    return this.#write(call, { ...change, after: decided ?? after });
  }

  /** Changes what the row keeps of a file, as a patch of the row would. */
  attach(
    call: Call,
    key: string,
    before: Row,
    field: string,
    content: FileContent | undefined,
  ): Promise<Row> {
    const after = { ...before, [field]: content };
    return this.#write(call, { kind: "patch", key, before, after });
  }

  async #write(call: Call, change: Change & { readonly before: Row; readonly after: Row }) {
    const { key, before } = change;
    const row = await this.#settle(call, change);
    // Clears the fields that the row has lost.
    const cleared = Object.fromEntries(Object.keys(before).map((field) => [field, undefined]));
    const { [this.#model.declaration.key]: _, ...changes } = { ...cleared, ...row };
    await this.table(call).update(key, changes);
    this.#discardFiles(before, row);
    await this.#follow(call, { ...change, after: row });
    return this.existing(call, key);
  }

  async remove(call: Call, key: string, before: Row): Promise<void> {
    const change = { kind: "remove", key, before, after: undefined } as const;
    await this.#rule(call, change);
    if (!(await this.table(call).remove(key))) this.#refuseMissing(call, key);
    this.#discardFiles(before, {});
    await this.#follow(call, change);
  }

  /** Returns the row as its caller sees it: of each file, a link to its content. */
  present(call: Call, row: Row): Row {
    const { files, keyParam, declaration, itemPath } = this.#model;
    const links = Object.keys(files).flatMap((field) => {
      const { type, size } = (row[field] ?? {}) as Partial<FileContent>; // as the column has it
      if (type === undefined) return [];
      const params = { ...call.params, [keyParam]: String(row[declaration.key]) };
      return [[field, { href: fillPath(parsePath(`${itemPath}/${field}`), params), type, size }]];
    });
    const shown = withoutFields(row, hiddenFrom(call, declaration));
    return links.length === 0 ? shown : { ...shown, ...Object.fromEntries(links) };
  }

  /** Removes the content that the row no longer refers to, once that is committed. */
  #discardFiles(before: Row, after: Row): void {
    const { store, files } = this.#use;
    for (const field of Object.keys(this.#model.files)) {
      const [old, current] = [before[field], after[field]] as (FileContent | undefined)[];
      if (old !== undefined && old.key !== current?.key)
        store.afterCommit(() => files?.discard(old.key));
    }
  }

  /**
   * Returns the row that a body stands for: computed fields stay as they are, as do fields that the body leaves out and
   * the caller does not see. The path decides the rest.
   */
  #compose(call: Call, key: string, body: Row, before: Row): Row {
    const { computed, fixed, declaration } = this.#model;
    const unseen = hiddenFrom(call, declaration).filter((field) => !Object.hasOwn(body, field));
    const kept = [...computed, ...unseen].filter((field) => before[field] !== undefined);
    return {
      ...body,
      ...Object.fromEntries(kept.map((field) => [field, before[field]])),
      ...Object.fromEntries(fixed.map((field) => [field, call.params[field]])),
      [declaration.key]: key,
    };
  }

  /** Runs the rule, and returns the row as it is to be written, validated whole. */
  async #settle(call: Call, change: Change & { readonly after: Row }): Promise<Row> {
    const { declaration, stored, computed, keyParam } = this.#model;
    const returned = await this.#rule(call, change);
    const row = returned === undefined ? change.after : returned;
    const { action } = change;
    const maker = `${action === undefined ? "rule" : `action ${action}`} of ${declaration.name.many}`;
    const isOurs = returned !== undefined || action !== undefined;
    const checked = problemsOf(stored, row);
    if ("errors" in checked) {
      const ours = checked.errors.filter(({ pointer = "" }) =>
        computed.some((field) => pointer.startsWith(pointerOf([field]))),
      );
      if (ours.length > 0 || isOurs)
        throw new Error(
          `the ${maker} made a row that does not fit its schema: ${show(ours[0] ?? checked.errors[0])}`,
        );
      return call.fail("unprocessable-content", checked);
    }
    const settled = checked.value as Row; // an object, as its schema says
    const lost = Object.keys(row).find(
      (field) => isOurs && row[field] !== undefined && !Object.hasOwn(settled, field),
    );
    if (lost !== undefined)
      throw new Error(
        `the ${maker} made a row with ${show(lost)}, which is not a field: ${didYouMean(lost, Object.keys(settled))}`,
      );
    if (settled[declaration.key] !== change.key)
      throw new Error(`the ${maker} changed the key, which ${keyParam} is`);
    return settled;
  }

  /** Runs what follows a write: in its transaction, and after that. */
  async #follow(call: Call, change: Change): Promise<void> {
    const { afterWrite, afterCommit } = this.#model.declaration;
    if (afterWrite !== undefined) await this.#rule(call, change, afterWrite, "afterWrite");
    if (afterCommit === undefined) return;
    const { principal } = call;
    this.#use.store.afterCommit(async () => {
      await afterCommit({ ...change, principal } as never, this.#use as never); // typed by the declaration
    });
  }

  async #rule(
    call: Call,
    change: Change,
    rule = this.#model.declaration.rule,
    what = "the rule",
  ): Promise<Row | undefined> {
    const { name } = this.#model.declaration;
    if (rule === undefined) return undefined;
    const uses = new RuleUses(`${what} of ${name.many}`);
    const store = uses.store(this.#use.store);
    const context = new RuleCall(call, {
      ...change,
      table: uses.rows(this.#allRows()),
      mine: uses.rows(this.table(call)),
      store,
      fail: uses.fail(call.fail),
    });
    // Typed by the declaration, from which the routes and so the rows were made.
    const returned = await uses.run(() => rule(context as never, this.#with(store) as never));
    return returned as Row | undefined;
  }

  /** Returns the services of the resource, with another store under each name that the store has. */
  #with(store: Store): Services {
    const services = Object.entries<unknown>({ ...this.#use });
    const replaced = services.map(([name, one]) => [name, one === this.#use.store ? store : one]);
    return Object.fromEntries(replaced) as Services; // the same services by the same names
  }

  get #keyPointer(): string {
    return pointerOf([this.#model.declaration.key]);
  }

  #refuseMissing(call: Call, key: string): never {
    const { name } = this.#model.declaration;
    return call.fail("resource-not-found", {
      detail: `No ${words(name.one)} here has the key ${show(key)}.`,
    });
  }

  #refuseKey(call: Call): never {
    const detail = `A key has 1 to ${MAX_KEY_LENGTH} characters, is a segment of a path by itself, and has no control characters.`;
    return call.fail("unprocessable-content", { errors: [{ detail, pointer: this.#keyPointer }] });
  }
}

/** The argument of a rule. A class: V8 makes a shape for each object literal with getters, which keeps its call for long. */
class RuleCall {
  readonly #call: Call;

  constructor(call: Call, members: object) {
    Object.assign(this, members);
    this.#call = call;
  }

  get principal(): Call["principal"] {
    return this.#call.principal;
  }
  get signal(): Call["signal"] {
    return this.#call.signal;
  }
}
