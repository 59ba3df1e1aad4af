/** Fields that answers have for some callers, or for none. */
import { show, type FieldError, type HandlerCall, type ListQuery, type Schema } from "waymark";
import { z } from "zod";
import { absentable } from "./input.ts";

/** The parts of a declaration about fields that not all callers see. */
interface Declared {
  readonly of: Schema;
  readonly writeOnly?: readonly string[];
  readonly readableBy?: Readonly<Record<string, string | undefined>>;
}

type Row = Readonly<Record<string, unknown>>;

/** Keyword of a field in JSON Schema: the scope that a caller needs to see it. */
const READABLE_BY = "x-readable-by";

/** Returns the write-only fields: declared as such, or marked in their schema. */
export function writeOnlyOf({ of, writeOnly = [] }: Declared): readonly string[] {
  const fields = of instanceof z.ZodObject ? Object.entries<z.core.$ZodType>(of.shape) : [];
  const marked = fields.filter(([, field]) => isMarked(field)).map(([name]) => name);
  return [...new Set([...writeOnly, ...marked])];
}

function isMarked(field: z.core.$ZodType): boolean {
  const { innerType } = field._zod.def as { readonly innerType?: z.core.$ZodType }; // of optional ones and the like
  const { writeOnly } = z.globalRegistry.get(field) ?? {};
  return writeOnly === true || (innerType !== undefined && isMarked(innerType));
}

/** Returns the shape of answers: without write-only fields, and with fields for some callers optional. */
export function visibleShape({ of, writeOnly = [], readableBy = {} }: Declared): Schema {
  const isSame = writeOnly.length === 0 && Object.keys(readableBy).length === 0;
  if (isSame || !(of instanceof z.ZodObject)) return of;
  const fields = Object.entries(of.shape).flatMap(([name, field]) => {
    if (writeOnly.includes(name)) return [];
    const scope = readableBy[name];
    if (scope === undefined) return [[name, field] as const];
    const optional = absentable(field);
    const texts = [optional.description, `Only callers with the scope ${scope} see it.`];
    const description = texts.filter(Boolean).join(" ");
    return [[name, optional.meta({ description, [READABLE_BY]: scope })] as const];
  });
  // Of another shape, so that the author's refinements and name are not its own.
  const visible = new z.ZodObject({ ...of.def, checks: [], shape: Object.fromEntries(fields) });
  return of.description === undefined ? visible : visible.describe(of.description);
}

/** Returns the fields that answers to a caller leave out. Looks at the caller only if some fields depend on it. */
export function hiddenFrom(
  call: Pick<HandlerCall, "principal">,
  { writeOnly = [], readableBy }: Declared,
): readonly string[] {
  if (readableBy === undefined) return writeOnly;
  const scopes = call.principal?.scopes ?? [];
  const unread = Object.entries(readableBy).filter(([, scope = ""]) => !scopes.includes(scope));
  return [...writeOnly, ...unread.map(([field]) => field)];
}

/** Returns the row without some fields. */
export function withoutFields(row: Row, hidden: readonly string[]): Row {
  if (hidden.length === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([field]) => !hidden.includes(field)));
}

/** Returns the errors of a query that would show hidden fields by the order or the number of its items. */
export function hiddenUses(
  { filters, sort }: ListQuery,
  hidden: readonly string[],
): readonly FieldError[] {
  const used = [
    ...filters.map(({ field }) => ({ field, parameter: `filter[${field}]` })),
    ...sort.map(({ field }) => ({ field, parameter: "sort" })),
  ];
  return used
    .filter(({ field }) => hidden.includes(field))
    .map(({ field, parameter }) => ({
      detail: `the credential lacks the scope to read the field ${show(field)}`,
      parameter,
    }));
}
