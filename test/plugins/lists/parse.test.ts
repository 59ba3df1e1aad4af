import { describe, expect, it } from "vitest";
import type { Filter } from "waymark";
import type { Preferences } from "waymark/advanced";
import { LIMITS } from "../../../plugins/lists/problems.ts";
import { callOf, documentEngine, engine, parsed } from "./_setup.ts";

const strict: Preferences = { handling: "strict" };
const byId = { field: "id", descending: false };

/** Parameters and details of a refusal, joined. */
function problems(search: string, preferences?: Preferences): readonly string[] {
  const result = engine.parse(callOf(search, preferences));
  if (!("code" in result)) throw new Error(`accepted ${search}`);
  expect(result.code).toBe("bad-request");
  return (result.errors ?? []).map(({ parameter, detail }) => `${parameter}: ${detail}`);
}

describe("a query without parameters", () => {
  const whole = { fields: undefined, filters: [], after: undefined };

  it.each([
    "",
    "?",
    "?&&",
    "?utm_source=x&utm_source=y",
    "?__proto__=1&constructor=2",
    "?Fields=id",
  ])("%s", (search) => {
    expect(parsed(search)).toMatchObject({ ...whole, sort: [byId], limit: 3 });
  });

  it("leaves documents whole", () => {
    expect(parsed("", {}, documentEngine)).toMatchObject({ ...whole, limit: undefined });
    expect(parsed("?limit=2", {}, documentEngine).limit).toBe(2);
  });
});

describe("fields", () => {
  it.each([
    ["?fields=id,name", ["id", "name"]],
    ["?fields=name,id", ["id", "name"]],
    ["?fields=name%2Cid", ["id", "name"]],
    ["?fields=id,id,id", ["id"]],
    ["?fields=,,+id+,", ["id"]],
    ["?fields=", []],
    ["?fields", []],
    ["?fields=ID,nope", []],
    ["?fields=__proto__,constructor,toString", []],
    ["?fields=parts", ["parts"]],
    [`?fields=${"id,".repeat(LIMITS.fieldNames)}`, ["id"]],
  ])("%s", (search, fields) => {
    expect(parsed(search).fields).toEqual(fields);
  });

  it.each([
    ["?fields=id,nmae", ['fields: there is no field "nmae"; did you mean "name"?']],
    ["?fields=__proto__", [expect.stringContaining('there is no field "__proto__"')]],
    ["?page=2", [expect.stringContaining("page: there is no such query parameter")]],
    ["?__proto__=2", [expect.stringContaining("__proto__: there is no such query parameter")]],
  ])("%s under handling=strict", (search, expected) => {
    expect(problems(search, strict)).toEqual(expected);
    expect(parsed(search, { handling: "lenient" })).toBeDefined();
  });
});

describe("sort", () => {
  it.each([
    ["?sort=name", [{ field: "name", descending: false }, byId]],
    [
      "?sort=-name,size",
      [{ field: "name", descending: true }, { field: "size", descending: false }, byId],
    ],
    ["?sort=-id", [{ field: "id", descending: true }]],
    [
      "?sort=-id,name",
      [
        { field: "id", descending: true },
        { field: "name", descending: false },
      ],
    ],
    ["?sort=", [byId]],
  ])("%s", (search, sort) => {
    expect(parsed(search).sort).toEqual(sort);
  });
});

describe("filters", () => {
  const filter = (field: string, operator: Filter["operator"], value: Filter["value"]) => ({
    field,
    operator,
    value,
  });
  it.each([
    ["?filter[name]=x", filter("name", "eq", "x")],
    ["?filter%5Bname%5D=x", filter("name", "eq", "x")],
    ["?filter[name][eq]=a+b%20c%26d", filter("name", "eq", "a b c&d")],
    ["?filter[name]=", filter("name", "eq", "")],
    ["?filter[name][contains]=,", filter("name", "contains", ",")],
    ["?filter[name][in]=b,a,b", filter("name", "in", ["a", "b"])],
    ["?filter[kind]=a", filter("kind", "eq", "a")],
    ["?filter[kind][gt]=anything", filter("kind", "gt", "anything")],
    ["?filter[size][gte]=-3", filter("size", "gte", -3)],
    ["?filter[size]=-0", filter("size", "eq", 0)],
    ["?filter[ratio][lt]=1.5e2", filter("ratio", "lt", 150)],
    ["?filter[done][ne]=true", filter("done", "ne", true)],
    ["?filter[day][lte]=2024-02-29", filter("day", "lte", "2024-02-29")],
    ["?filter[day][contains]=2024-", filter("day", "contains", "2024-")],
    ["?filter[at][gt]=2024-02-29T23:59:59.5Z", filter("at", "gt", "2024-02-29T23:59:59.5Z")],
    ["?filter[at][gt]=2024-02-29", filter("at", "gt", "2024-02-29")],
  ])("%s", (search, expected) => {
    expect(parsed(search).filters).toEqual([expected]);
  });

  it("come in one order, independent of the order in the query", () => {
    const search = ["filter[size][lt]=9", "filter[name]=x", "filter[size][gt]=1", "sort=name"];
    expect(parsed(`?${search.toReversed().join("&")}`)).toEqual(parsed(`?${search.join("&")}`));
  });
});

describe("what does not fit is refused", () => {
  it.each([
    ["?limit=0", "limit: a page has from 1 to 5 items"],
    ["?limit=6", 'received "6"'],
    ["?limit=-1", "limit: "],
    ["?limit=1.5", "limit: "],
    ["?limit=1e1", "limit: "],
    ["?limit=", "limit: "],
    ["?limit=01", "limit: "],
    ["?limit=99999999999999999999", "limit: "],
    ["?limit=1&limit=1", "limit: this parameter is given more than once"],
    ["?fields=id&fields=name", "fields: this parameter is given more than once"],
    ["?sort=id&sort=id", "sort: this parameter is given more than once"],
    ["?cursor=a&cursor=a", "cursor: this parameter is given more than once"],
    ["?filter[name]=a&filter[name]=b", "filter[name]: this parameter is given more than once"],
    ["?filter[name]=a&filter[name][eq]=b", "filter[name][eq]: the same filter in another spelling"],
    ["?sort=nmae", 'did you mean "name"?'],
    ["?sort=parts", 'sort: the field "parts" is not a single value'],
    ["?sort=__proto__", 'sort: there is no field "__proto__"'],
    ["?sort=--id", 'there is no field "-id"'],
    ["?sort=name,-name", 'sort: the field "name" is given more than once'],
    [`?sort=${"x,".repeat(LIMITS.sortFields + 1)}`, "sort: at most 10 fields; received 11"],
    ["?filter=name", "filter: a filter is written"],
    ["?filter[name=x", "filter[name: a filter is written"],
    ["?filter[name][eq][x]=x", "a filter is written"],
    ["?filter[]=x", 'there is no field ""'],
    ["?filter[__proto__]=x", 'there is no field "__proto__"'],
    ["?filter[constructor][name]=x", 'there is no field "constructor"'],
    ["?filter[parts]=x", 'the field "parts" is not a single value'],
    ["?filter[name][like]=x", 'there is no operator "like"'],
    ["?filter[name][__proto__]=x", 'there is no operator "__proto__"'],
    ["?filter[size][contains]=1", 'there is no operator "contains" for this field'],
    ["?filter[done][gt]=true", 'there is no operator "gt" for this field'],
    ["?filter[kind]=c", 'kind is compared with one of a, b; received "c"'],
    ["?filter[kind][in]=a,c", 'received "c"'],
    ["?filter[size]=1.5", "size is compared with a whole number"],
    ["?filter[size]=9007199254740993", "size is compared with a whole number"],
    ["?filter[size]=", "size is compared with a whole number"],
    ["?filter[size]=0x10", "size is compared with a whole number"],
    ["?filter[ratio]=NaN", "ratio is compared with a number"],
    ["?filter[ratio]=1e999", "ratio is compared with a number"],
    ["?filter[done]=1", "done is compared with true or false"],
    ["?filter[day]=2023-02-29", "day is compared with a date"],
    ["?filter[at][gt]=yesterday", "at is compared with a time in UTC"],
    ["?filter[at]=2024-01-01T00:00:00%2B01:00", "at is compared with a time in UTC"],
    ["?filter[at]=2024-01-01T25:00:00Z", "at is compared with a time in UTC"],
    ["?filter[name]=a%00b", "name is compared with text without a NUL character"],
    [`?filter[name][in]=${"x,".repeat(LIMITS.inValues)}`, "at most 100 values; received 101"],
    [`?fields=${"x,".repeat(LIMITS.fieldNames + 1)}`, "fields: at most 100 names; received 101"],
    [
      `?${Array.from({ length: LIMITS.filters + 1 }, (_, n) => `filter[f${n}]=1`).join("&")}`,
      "filter: at most 20 filters",
    ],
    ["?filter[name]=%", "filter[name]: % must be followed by two hex digits"],
    ["?%zz=1", "%zz: % must be followed by two hex digits"],
    ["?utm=%ff", "utm: % must be followed by two hex digits"],
    ["?cursor=", "cursor: the cursor is damaged"],
    ["?cursor=nonsense!", "cursor: the cursor is damaged"],
    [`?cursor=${Buffer.from("[1]").toString("base64url")}`, "cursor: the cursor is damaged"],
    [`?cursor=${Buffer.from('{"a":1}').toString("base64url")}`, "cursor: the cursor is damaged"],
  ])("%s", (search, expected) => {
    expect(problems(search)).toEqual([expect.stringContaining(expected)]);
  });

  it("reports every problem of a request at once, and says where", () => {
    const result = engine.parse(callOf("?limit=0&sort=x&filter[y]=1&filter[size]=big&filter[z]=%"));
    expect(result).toMatchObject({
      detail: 'The query has 5 problems; "errors" lists them.',
      errors: ["filter[z]", "sort", "filter[y]", "filter[size]", "limit"].map((parameter) => ({
        parameter,
      })),
    });
  });

  it("keeps refusals short", () => {
    const [problem] = problems(`?filter[${"x".repeat(5000)}]=1`);
    expect(problem?.length).toBeLessThan(400);
    const many = Array.from({ length: 300 }, (_, n) => `p${n}=1`).join("&");
    expect(problems(`?${many}`, strict)).toHaveLength(20);
  });
});
