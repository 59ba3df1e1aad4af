/** Cases of conditional writes (RFC 9110, section 13) and of patches (RFC 7396 and RFC 6902). */
import { bodiesOf } from "waymark/advanced";
import type { Answer, Operation, Violation } from "../policy-tests.ts";
import { readObject, readPointers } from "../read.ts";
import { fits } from "../sample.ts";
import { jsonRequest } from "../scratch.ts";
import { describe, expectThat, OK, refuses, statusIs } from "../violation.ts";
import {
  isSuccess,
  JSON_PATCH,
  MERGE_PATCH,
  type Resource,
  type WriteCase,
} from "./write-resource.ts";

/** Conditions, checked against the resource, and never between two writers. */
export const CONDITIONS: readonly WriteCase[] = [
  {
    name: "write: conditions",
    applies: ({ route }) => route.represents !== undefined,
    async run(resource) {
      const before = await resource.read();
      if (before.status !== 200) return statusIs(before, 200);
      const { etag } = before.headers;
      const refused: readonly Readonly<Record<string, string>>[] = [
        { "if-match": '"another"' },
        { "if-none-match": "*" },
        { "if-match": "*", "if-none-match": "*" },
        ...(etag === undefined
          ? []
          : [
              { "if-match": `W/${etag}` }, // weak tags never match here (RFC 9110, section 13.1.1)
              { "if-none-match": `"another", ${etag}` },
            ]),
      ];
      for (const condition of refused) {
        const violations = [
          ...refuses(await resource.writeIf(condition), resource.context, "precondition-failed"),
          ...(await resource.unchanged(before)),
        ];
        if (violations.length > 0) return violations;
      }
      return accepted(resource);
    },
  },
  {
    name: "write: concurrent",
    applies: ({ route }) => route.represents !== undefined,
    async run(resource) {
      const before = await resource.read();
      const { etag } = before.headers;
      if (etag === undefined || before.status !== 200) return OK;
      for (const change of resource.changes(before)) {
        const answers = await Promise.all(
          Array.from({ length: WRITERS }, () => resource.writeIf({ "if-match": etag }, change)),
        );
        const isLost = answers.some(({ status }) => status === 412);
        const after = await resource.read();
        if (after.headers["etag"] !== etag || isLost) return oneWins(answers);
      }
      return OK; // no change that the handler takes
    },
  },
];

/** Each of these holds for the state that it is sent for; a route that removes can try one. */
async function accepted(resource: Resource): Promise<readonly Violation[]> {
  const forms = [(tag: string) => `"another", ${tag}`, (tag: string) => tag, () => "*"];
  const tried = resource.operation.route.method === "DELETE" ? forms.slice(0, 1) : forms;
  for (const form of tried) {
    const { etag = "*" } = (await resource.read()).headers;
    const answer = await resource.writeIf({ "if-match": etag === "*" ? etag : form(etag) });
    const violations = statusIs(answer, ...resource.statuses);
    if (violations.length > 0) return violations;
  }
  return OK;
}

/** Writers that name the same state at the same time. */
const WRITERS = 8;

function oneWins(answers: readonly Answer[]): readonly Violation[] {
  const [first, ...winners] = answers.filter(isSuccess);
  const others = answers.filter((answer) => !isSuccess(answer));
  return [
    ...expectThat(
      first !== undefined && winners.length === 0,
      `one of ${WRITERS} writers with the same If-Match to succeed`,
      `${answers.length - others.length} have`,
    ).map((violation) => ({ ...violation, hint: ONE_TRANSACTION })),
    // Where the first has removed it, there is nothing left to compare with.
    ...others.flatMap((answer) => statusIs(answer, 412, 404)),
  ];
}

const ONE_TRANSACTION =
  "read and write in one transaction: with tables of the store, or transaction: true, it is the kernel's";

const ABSENT = "/waymark-check-absent";

/** Operations that apply to no resource. */
const CONFLICTS = {
  test: [{ op: "test", path: "", value: { "waymark-check": "another resource" } }],
  remove: [{ op: "remove", path: ABSENT }],
  copy: [{ op: "copy", from: ABSENT, path: ABSENT }],
};

/** Checks that the operation takes a patch of the type. */
function takes({ route }: Operation, type: string, patch: unknown): boolean {
  const schema = bodiesOf(route.declaration)[type];
  return route.method === "PATCH" && schema !== undefined && fits(schema, patch);
}

function send(resource: Resource, type: string, patch: unknown): Promise<Answer> {
  const isRequired = resource.operation.route.declaration.preconditions === "required";
  return resource.write(isRequired ? { "if-match": "*" } : {}, jsonRequest(type, patch));
}

/** Returns the bodies of the patches of a type that change a resource. */
function patches(resource: Resource, before: Answer, type: string): readonly string[] {
  return resource
    .changes(before)
    .flatMap(({ headers, body }) =>
      headers?.["content-type"] === type && body !== undefined ? [body] : [],
    );
}

export const PATCHES: readonly WriteCase[] = [
  {
    /** A patch of one member leaves the others as they are, and an empty one all. */
    name: "write: merge patch",
    applies: (operation) => takes(operation, MERGE_PATCH, {}),
    async run(resource) {
      const before = await resource.read();
      const empty = await send(resource, MERGE_PATCH, {});
      const violations = statusIs(empty, ...resource.statuses);
      if (violations.length > 0) return violations;
      for (const body of patches(resource, before, MERGE_PATCH)) {
        const patch = readObject({ body: Buffer.from(body) });
        if (Object.keys(patch).length === 0) continue;
        const answer = await send(resource, MERGE_PATCH, patch);
        if (isSuccess(answer)) return onlyChanged(patch, before, await resource.read());
      }
      return OK;
    },
  },
  {
    /** A patch that does not apply is 409 with the index of the operation, and the operations before it are undone. */
    name: "write: JSON patch",
    applies: (operation) => takes(operation, JSON_PATCH, CONFLICTS.test),
    async run(resource) {
      const before = await resource.read();
      const first = patches(resource, before, JSON_PATCH)
        .map((body) => JSON.parse(body) as readonly unknown[]) // as it was made
        .find((operations) => operations.length > 0);
      for (const conflict of Object.values(CONFLICTS)) {
        const operations = [...(first ?? []), ...conflict];
        const answer = await send(resource, JSON_PATCH, operations);
        const violations = [
          ...statusIs(answer, 409),
          ...namesOperation(answer, operations.length - 1),
          ...(await resource.unchanged(before, "a patch that does not apply")),
        ];
        if (violations.length > 0) return violations;
      }
      return OK;
    },
  },
];

/** Members that the patch does not name are still there; their values may follow from others. */
function onlyChanged(
  patch: Readonly<Record<string, unknown>>,
  before: Answer,
  after: Answer,
): readonly Violation[] {
  const left = readObject(after);
  const lost = Object.keys(readObject(before)).filter(
    (name) => left[name] === undefined && patch[name] === undefined,
  );
  return expectThat(
    after.status === 200 && lost.length === 0,
    `a resource with all of its members after a patch of ${Object.keys(patch).join(", ")}`,
    after.status === 200 ? `one without ${lost.join(", ")}` : `status ${after.status}`,
  );
}

function namesOperation(answer: Answer, index: number): readonly Violation[] {
  const pointers = readPointers(answer);
  return expectThat(
    pointers.some((one) => new RegExp(`^/${index}(?:/|$)`).test(String(one))),
    `the pointer /${index} of the operation that does not apply, from ${describe(answer)}`,
    pointers.length === 0 ? "no pointer" : pointers.join(", "),
  );
}
