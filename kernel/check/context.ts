/** The context of a check, its operations, and questions about routes and answers. */
import type { Outcome } from "../../registry/contract/call.ts";
import { matches, shapeOf } from "../../registry/contract/path.ts";
import type {
  Answer,
  CheckContext,
  Operation,
  Question,
  RecordedAnswer,
} from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Client } from "./client.ts";
import type { Validator } from "./validate.ts";

/** The server under test, with the client that reaches it. */
export type Target = CheckContext["target"] & { readonly client: Client };

/** The context with what only the cases made from routes need. */
export interface RouteCheckContext extends CheckContext {
  readonly validator: Validator;
  /** Headers of policies, in lower case, that may differ between GET and HEAD. */
  readonly volatile: ReadonlySet<string>;
}

/** A route at a path, with a record of its answers. */
export class RecordingOperation implements Operation {
  readonly route: SealedRoute;
  readonly target: string;
  readonly path: string;
  readonly answers: RecordedAnswer[] = [];
  /** The route whose headers the path's OPTIONS, 405 and 501 have: the first of its routes. */
  readonly #pathRoute: SealedRoute;
  readonly #ask: CheckContext["ask"];
  #base: Promise<Answer> | undefined;

  constructor(
    { ask, registry }: Pick<CheckContext, "ask" | "registry">,
    route: SealedRoute,
    target: string,
  ) {
    this.#ask = ask;
    this.route = route;
    this.target = target;
    this.path = withoutQuery(target);
    const shape = shapeOf(route.pattern);
    this.#pathRoute = registry.routes.find(({ pattern }) => shapeOf(pattern) === shape) ?? route;
  }

  // Fields, not methods: cases take them out of the operation.
  readonly base = (): Promise<Answer> =>
    (this.#base ??= this.ask({ firstBytes: this.route.kind === "stream" }));

  readonly ask = (question: Question = {}): Promise<Answer> => this.askAt(this.target, question);

  readonly askWith = (search: string, question: Question = {}): Promise<Answer> =>
    this.askAt(`${this.target}${this.target.includes("?") ? "&" : "?"}${search}`, question);

  readonly askAt = async (target: string, question: Question = {}): Promise<Answer> => {
    const { method } = this.route;
    const asked = question.method ?? method;
    const answer = await this.#ask(target, { ...question, method: asked });
    const isOwn = asked === method || (asked === "HEAD" && method === "GET");
    this.answers.push({ answer, route: isOwn ? this.route : this.#pathRoute });
    return answer;
  };
}

/** The answers so far of the operation's own route: not OPTIONS, and not the refusals of other methods. */
export function ownAnswers({ answers, route }: Operation): readonly Answer[] {
  return answers.filter((one) => one.route === route).map(({ answer }) => answer);
}

/** The outcome of an answer, for which its headers were compiled. */
export function outcomeOf({ method, status }: Answer): Outcome {
  if (status >= 400) return "error";
  if (status === 304) return "notModified";
  if (status >= 300) return "redirect";
  return method === "OPTIONS" ? "options" : "ok";
}

/** `GET /api/offices`, as reports name operations. */
export function operationName({ method, path }: SealedRoute): string {
  return `${method} ${path}`;
}

/** Whether a policy that is on writes a header, by its usual spelling. */
export function writesHeader({ policies }: Pick<Registry, "policies">, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}

/** Whether a policy that is on reads a request header, by its lower-case name. */
export function readsHeader({ policies }: Pick<Registry, "policies">, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.reads ?? {}, header));
}

/** The routes of all methods at a path, which may have a query. */
export function routesAt(target: string, { routes }: Registry): readonly SealedRoute[] {
  const path = withoutQuery(target);
  const first = routes.find(({ pattern }) => matches(pattern, path));
  if (first === undefined) return [];
  const shape = shapeOf(first.pattern);
  return routes.filter(({ pattern }) => shapeOf(pattern) === shape);
}

function withoutQuery(target: string): string {
  return target.split("?", 1)[0] ?? target;
}
