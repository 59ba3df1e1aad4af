/** Reads the filters of a list's query string. */
import { FILTER_OPERATORS, show } from "waymark";
import type { Filter, FilterOperator, Scalar } from "waymark";
import { LIMITS, notScalar, suggest, type Report } from "./problems.ts";
import type { ItemShape } from "./query.ts";
import { OPERATORS_BY_TYPE, readValue } from "./values.ts";

/** `filter[field]`, or `filter[field][operator]`. */
const FILTER_NAME = /^filter\[([^[\]]*)\](?:\[([^[\]]*)\])?$/;

/** Filters sorted by field and operator. All must match, so their order in the query is irrelevant. */
export function readFilters(
  given: ReadonlyMap<string, string>,
  shape: ItemShape,
  report: Report,
): readonly Filter[] {
  if (given.size > LIMITS.filters) {
    report("filter", `at most ${LIMITS.filters} filters; received ${given.size}`);
    return [];
  }
  const filters = new Map<string, Filter>();
  for (const [name, text] of given) {
    const filter = readFilter(name, text, shape, report);
    if (filter === undefined) continue;
    const id = `${filter.operator} ${filter.field}`;
    if (filters.has(id))
      report(name, "the same filter in another spelling is also there; send one of them");
    else filters.set(id, filter);
  }
  if (filters.size < 2) return [...filters.values()];
  const fields = [...shape.scalars.keys()];
  const place = ({ field, operator }: Filter) =>
    fields.indexOf(field) * FILTER_OPERATORS.length + FILTER_OPERATORS.indexOf(operator);
  return [...filters.values()].toSorted((a, b) => place(a) - place(b));
}

function readFilter(
  name: string,
  text: string,
  shape: ItemShape,
  report: Report,
): Filter | undefined {
  const [, fieldName, operatorName = "eq"] = FILTER_NAME.exec(name) ?? [];
  if (fieldName === undefined) {
    report(name, "a filter is written filter[field]=value or filter[field][operator]=value");
    return undefined;
  }
  const field = shape.scalars.get(fieldName);
  if (field === undefined) {
    report(name, notScalar(fieldName, shape));
    return undefined;
  }
  const operators = OPERATORS_BY_TYPE[field.type];
  const operator = operators.find((known) => known === operatorName);
  if (operator === undefined) {
    report(
      name,
      `there is no operator ${show(operatorName)} for this field; ${suggest(operatorName, operators)}`,
    );
    return undefined;
  }
  const values = readValues(
    text,
    operator,
    (one) => readValue(one, field, operator),
    (detail) => report(name, detail),
  );
  if (values === undefined) return undefined;
  return { field: fieldName, operator, value: operator === "in" ? values : (values[0] ?? null) };
}

/** The values of a filter, sorted. Those of `in` are separated by commas. */
function readValues(
  text: string,
  operator: FilterOperator,
  read: (text: string) => ReturnType<typeof readValue>,
  report: (detail: string) => void,
): readonly Scalar[] | undefined {
  const texts = operator === "in" ? text.split(",") : [text];
  if (texts.length > LIMITS.inValues) {
    report(`at most ${LIMITS.inValues} values; received ${texts.length}`);
    return undefined;
  }
  const results = texts.map(read);
  const problems = results.flatMap((result) => ("problem" in result ? [result.problem] : []));
  if (problems.length > 0) {
    problems.forEach(report);
    return undefined;
  }
  const values = new Set(results.flatMap((result) => ("value" in result ? [result.value] : [])));
  return [...values].toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
}
