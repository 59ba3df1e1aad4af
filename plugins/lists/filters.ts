/** Reads the filters of a list's query string. */
import { show } from "waymark";
import { FILTER_OPERATORS } from "waymark/advanced";
import type { Filter } from "waymark";
import type { Scalar } from "waymark/advanced";
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
  if (fieldName === undefined)
    return report(name, "a filter is written filter[field]=value or filter[field][operator]=value");
  const field = shape.scalars.get(fieldName);
  if (field === undefined) return report(name, notScalar(fieldName, shape));
  const operators = OPERATORS_BY_TYPE[field.type];
  const operator = operators.find((one) => one === operatorName);
  if (operator === undefined) {
    const hint = suggest(operatorName, operators);
    return report(name, `there is no operator ${show(operatorName)} for this field; ${hint}`);
  }
  if (operator !== "in") {
    const result = readValue(text, field, operator);
    if ("problem" in result) return report(name, result.problem);
    return { field: fieldName, operator, value: result.value };
  }
  const texts = text.split(",");
  if (texts.length > LIMITS.inValues)
    return report(name, `at most ${LIMITS.inValues} values; received ${texts.length}`);
  const values = new Set<Scalar>();
  const problems: string[] = [];
  for (const one of texts) {
    const result = readValue(one, field, operator);
    if ("value" in result) values.add(result.value);
    else problems.push(result.problem);
  }
  for (const problem of problems) report(name, problem);
  if (problems.length > 0) return undefined;
  const value = [...values].toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  return { field: fieldName, operator, value };
}
