/** Findings about declarations of resources that would not work as written, or would show rows to others than their owners. */
import { didYouMean, show, type Schema } from "waymark";
import { parsePath, placed, problemsOf, refusedRoutes, type Refusal } from "waymark/advanced";
import { z } from "zod";
import { actionRefusals } from "./action-refusals.ts";
import { actionId, idsOf, WRITES, type AnyDeclaration } from "./model.ts";
import { isOpen } from "./routes.ts";
import { DeclarationShape } from "./shape.ts";
import { writeOnlyOf } from "./visibility.ts";

/** Returns what is wrong with a declaration, which may be anything. */
export function refusalsOf(declaration: AnyDeclaration): readonly Refusal[] {
  const where = placeOf(declaration);
  const problems = problemsOf(DeclarationShape, declaration, "declaration");
  if (problems.length > 0)
    return problems.map((problem) => ({ where, message: placed(problem), hint: problem.hint }));
  return [
    ...fieldRefusals(declaration),
    ...fileRefusals(declaration),
    ...shapeRefusals(declaration),
    ...accessRefusals(declaration),
    ...visibilityRefusals(declaration),
    ...ownerRefusals(declaration),
    ...actionRefusals(declaration),
  ].map(([message, hint]) => ({ where, message, hint }));
}

/** Returns parts of a plugin that refuse the start, also where an author takes the routes or the handlers alone. */
export function refusedParts(declaration: AnyDeclaration, refusals: readonly Refusal[]): object {
  const { name, errors, actions } = Object(declaration);
  const { one, many } = Object(name);
  const isNamed = typeof one === "string" && typeof many === "string";
  return {
    needs: {},
    schemas: {},
    tables: {},
    // Routes beside the resource's may name them.
    errors: Object(errors),
    routes: refusedRoutes(
      isNamed
        ? [
            ...Object.values(idsOf(name)),
            ...Object.keys(Object(actions)).map((action) => actionId(action, name)),
          ]
        : ["resource"],
      refusals,
    ),
    handlers: () => {
      const reasons = refusals.map(({ where, message, hint }) => `${where}: ${message}: ${hint}`);
      throw new TypeError(reasons.join("\n"));
    },
  };
}

/** Returns the resource as findings name it: its name is unchecked. */
function placeOf(declaration: AnyDeclaration): string {
  const many: unknown = Object(Object(declaration).name).many;
  return typeof many === "string" ? `resource ${many}` : "resource";
}

type Reason = readonly [message: string, hint: string];

/** Checks each name of a field. The fields of other schemas than zod objects are not known. */
function* fieldRefusals(declaration: AnyDeclaration): Generator<Reason> {
  const { of, key, path, computed = [], indexes = [], unique = [], references = {} } = declaration;
  const { writeOnly = [], readableBy = {} } = declaration;
  if (!(of instanceof z.ZodObject)) return;
  const fields = Object.keys(of.shape);
  const named = {
    key: [key],
    path: parsePath(path).params,
    computed,
    indexes,
    unique: unique.flat(),
    references: Object.keys(references),
    writeOnly,
    readableBy: Object.keys(readableBy),
  };
  for (const [option, names] of Object.entries(named))
    for (const name of names) {
      if (fields.includes(name)) continue;
      yield [`${option}: ${show(name)} is not a field of the resource`, didYouMean(name, fields)];
    }
}

function* fileRefusals({ of, fields = {} }: AnyDeclaration): Generator<Reason> {
  const names = Object.keys(fields);
  if (names.length > 0 && !(of instanceof z.ZodObject))
    yield ["fields: the shape of the resource is not a zod object", "write of: z.object({ … })"];
  else
    for (const name of names)
      if (Object.hasOwn((of as z.ZodObject).shape, name))
        yield [`fields: ${show(name)} is a field of the resource already`, "rename one of them"];
}

function* shapeRefusals({ of, input }: AnyDeclaration): Generator<Reason> {
  if (of instanceof z.ZodObject || input !== undefined) return;
  yield [
    "of: it is not a zod object, so that the bodies of requests do not follow from it",
    "say under input what clients send: input: z.strictObject({ … })",
  ];
}

/** Checks that access names operations that there are. */
function* accessRefusals({ access = {}, writes = WRITES }: AnyDeclaration): Generator<Reason> {
  for (const verb of WRITES)
    if (access[verb] !== undefined && !writes.includes(verb))
      yield [
        `access.${verb}: the resource has no such operation, as writes is ${show(writes)}`,
        `leave access.${verb} out, or add ${show(verb)} to writes`,
      ];
}

/** Checks that nothing else shows the fields that are not for all callers. */
function* visibilityRefusals(declaration: AnyDeclaration): Generator<Reason> {
  const { of, key, path, cache, computed = [], unique = [] } = declaration;
  const writeOnly = writeOnlyOf(declaration);
  const scoped = Object.keys(declaration.readableBy ?? {});
  const options = { writeOnly, readableBy: scoped };
  if (writeOnly.length + scoped.length > 0 && !(of instanceof z.ZodObject))
    yield [
      "of: it is not a zod object, so that no field can be left out",
      "write of: z.object({ … })",
    ];
  for (const [option, fields] of Object.entries(options))
    for (const field of fields) {
      if (field === key || parsePath(path).params.includes(field))
        yield [`${option}: the path of the resource shows ${show(field)}`, "choose another key"];
      if (unique.flat().includes(field))
        yield [
          `${option}: ${show(field)} is unique, and a value that is taken would show that a resource has it`,
          `leave it out of unique or of ${option}`,
        ];
    }
  for (const field of writeOnly.filter((one) => computed.includes(one) || scoped.includes(one)))
    yield [
      `writeOnly: ${show(field)} is ${computed.includes(field) ? "computed, so that requests do not set it" : "in readableBy, so that answers have it"}`,
      "leave it out of one of them",
    ];
  if (scoped.length > 0 && typeof cache === "object" && cache.scope === "public")
    yield [
      "readableBy: answers differ by caller, and cache lets all of them share one",
      'write cache: { scope: "private", … }',
    ];
}

function* ownerRefusals(declaration: AnyDeclaration): Generator<Reason> {
  const { of, owner, access, keys, unique = [] } = declaration;
  if (owner === undefined) return;
  const { read, write } = access ?? {};
  const isReadable = isOpen(access?.list ?? read) || isOpen(access?.get ?? read);
  const isWritable = (declaration.writes ?? WRITES).some((verb) => isOpen(access?.[verb] ?? write));
  if (isReadable || isWritable || (declaration.actions !== undefined && isOpen(write)))
    yield [
      `access: rows have an owner, and anonymous callers own none; received ${access === undefined ? "nothing" : show(access)}`,
      'write access: { read: "authenticated", write: "authenticated" }, or { scopes: […] } in place of either',
    ];
  const leak = "rows have an owner, and a value that is taken would show that another owner has it";
  if (keys === "client") yield [`keys: ${leak}`, "leave keys out: the service then makes them"];
  if (unique.length > 0)
    yield [`unique: ${leak}`, "leave unique out, or let the rule refuse what it sees in table"];
  if (hasColumn(of, owner)) return;
  yield [
    `owner: ${show(owner)} is a column beside the fields of the resource, which is a zod object without it`,
    "rename the owner, or make the shape a zod object without this field",
  ];
}

/** Checks that the owner can be a column, and no member of what clients see. */
function hasColumn(of: Schema, owner: string): boolean {
  return of instanceof z.ZodObject && !(owner in of.shape);
}
