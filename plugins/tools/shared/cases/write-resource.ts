/** The resource that a case of a write works on, and requests that change it. */
import { bodiesOf, pointerOf } from "waymark/advanced";
import type { Answer, Operation, Question, Violation } from "../policy-tests.ts";
import { refusalsOf, sampleAt, successesOf, type RouteCheckContext } from "../context.ts";
import { readObject } from "../read.ts";
import { fits, vary } from "../sample.ts";
import { changedPath, creationOf, jsonRequest, keysOf, make, pathAt, remove } from "../scratch.ts";
import { describe, expectThat, headerIs, OK, statusIs } from "../violation.ts";

export const MERGE_PATCH = "application/merge-patch+json";
export const JSON_PATCH = "application/json-patch+json";

/** A case that works on a resource. */
export interface WriteCase {
  readonly name: string;
  /** Checks that the case is made for an operation. Default: for all. */
  applies?(operation: Operation, context: RouteCheckContext): boolean;
  /** The case makes its resource with the operation itself, if that creates. */
  readonly makesOwn?: boolean;
  run(resource: Resource): Promise<readonly Violation[]>;
}

/** Step added to numbers, dates and texts. */
const NTH = 7;

/** A resource, or the collection that a request adds to, with the operation that writes there. */
export class Resource {
  readonly operation: Operation;
  readonly context: RouteCheckContext;
  readonly path: string;
  /** Statuses of a request that fits: successes, and refusals that the handler declares. */
  readonly statuses: readonly number[];
  /** A request of the operation that fits the resource. */
  readonly request: Question;

  constructor(operation: Operation, context: RouteCheckContext, path: string) {
    const { route, sample } = operation;
    this.operation = operation;
    this.context = context;
    this.path = path;
    this.statuses = [...successesOf(route), ...refusalsOf(route, context)];
    this.request = sampleAt(path, route, context).request ?? sample.request ?? {};
  }

  /** Reads the representation without a coding: of what the operation changes, unless another path is named. */
  read(
    path = changedPath(this.context.registry, this.operation.route, this.path),
  ): Promise<Answer> {
    return this.context.ask(path, { headers: IDENTITY });
  }

  /** Sends a request that fits, with further headers. */
  write(headers: Question["headers"] = {}, request: Question = this.request): Promise<Answer> {
    const { operation, path } = this;
    return operation.askAt(path, { ...request, headers: { ...request.headers, ...headers } });
  }

  /** Sends a request with a condition that replaces the condition of the request, if any. */
  writeIf(condition: Question["headers"], request: Question = this.request): Promise<Answer> {
    const { "if-match": _, ...headers } = request.headers ?? {};
    return this.write(condition, { ...request, headers });
  }

  /** Checks that status, ETag and body are unchanged; without an ETag, only the status. */
  async unchanged(before: Answer, by = "a refused write"): Promise<readonly Violation[]> {
    const after = await this.read();
    // Without a tag, a body may differ each time.
    if (before.headers["etag"] === undefined) return statusIs(after, before.status);
    return [
      ...expectThat(
        after.status === before.status && after.body.equals(before.body),
        `the same answer from ${describe(after)} before and after ${by}`,
        `status ${after.status}: ${after.body.toString().slice(0, 100)}`,
      ),
      ...headerIs(after, "ETag", before.headers["etag"]),
    ];
  }

  /** Returns changes of one member each, which the schema of the body takes, and at last the sample. */
  changes(current: Answer): readonly Question[] {
    const { request, operation, context } = this;
    const { route } = operation;
    const keys = Object.values(keysOf(context.registry, route));
    const read = context.registry.route(route.represents ?? "")?.declaration.returns;
    if (read === undefined) return [request];
    const isPatch = route.method === "PATCH";
    const body = readObject(isPatch ? current : { body: Buffer.from(request.body ?? "") });
    // Policies add members to answers: no request changes them, and a strict schema of the read refuses them.
    const whole = isPatch
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith("_")))
      : body;
    const names = Object.keys(whole).filter((name) => !keys.includes(name));
    const changes = Object.entries(bodiesOf(route.declaration)).flatMap(([type, schema]) =>
      names.flatMap((name) => {
        const changed = vary(isPatch ? read : schema, whole, [name], NTH);
        const bodies = isPatch ? patchesOf(type, name, changed?.[name]) : [changed];
        return bodies
          .filter((one) => one !== undefined && fits(schema, one))
          .map((one) => jsonRequest(type, one));
      }),
    );
    return [...changes, request];
  }
}

export const IDENTITY = { "accept-encoding": "identity" };

function patchesOf(type: string, name: string, value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (type === MERGE_PATCH) return [{ [name]: value }];
  if (type !== JSON_PATCH) return [];
  return [[{ op: "replace", path: pointerOf([name]), value }]];
}

export function isSuccess({ status }: Answer): boolean {
  return status < 300;
}

/**
 * Runs a case at the collection that the operation adds to, or on a resource made for it, which is removed
 * afterwards. If none can be made, the resource that was found is used, unless the route removes it.
 */
export async function withResource(
  operation: Operation,
  context: RouteCheckContext,
  { run, makesOwn = false }: Pick<WriteCase, "run" | "makesOwn">,
): Promise<readonly Violation[]> {
  const { route, path } = operation;
  const adds = route.creates !== undefined && (route.method === "POST" || makesOwn);
  const creation = adds ? undefined : creationOf(operation, context);
  const made =
    creation && (await make(context.registry, creation.route, creation.path, context.ask));
  if (made?.path === undefined)
    return route.method === "DELETE" ? OK : run(new Resource(operation, context, path));
  const violations = await run(
    new Resource(operation, context, pathAt(context.registry, route, made.path)),
  );
  await remove(made.path, context);
  return violations;
}
