/** The world that cases work with, its operations among it, and what they ask about both. */
import type { Outcome } from "../../registry/contract/call.ts";
import { matches, shapeOf } from "../../registry/contract/path.ts";
import type {
  Answer,
  Operation,
  Question,
  Recorded,
  World as ProofWorld,
} from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Client } from "./client.ts";
import type { Validator } from "./validate.ts";

export type { Operation } from "../../registry/contract/conformance.ts";

/** The service under test, with the way to reach it. */
export type Target = ProofWorld["target"] & { readonly client: Client };

/** The world of proofs, and what only the cases made from routes need. */
export interface World extends ProofWorld {
  readonly validator: Validator;
  /** Headers of policies, in lower case, that HEAD need not have as GET had them. */
  readonly volatile: ReadonlySet<string>;
}

/** A route at a path, which records what it answers. */
export class RecordingOperation implements Operation {
  readonly route: SealedRoute;
  readonly target: string;
  readonly path: string;
  readonly recorded: Recorded[] = [];
  /** The route that answers for all methods of the path: OPTIONS, 405 and 501 have its headers. */
  readonly #first: SealedRoute;
  readonly #ask: World["ask"];
  #base: Promise<Answer> | undefined;

  constructor({ ask, registry }: Pick<World, "ask" | "registry">, route: SealedRoute, at: string) {
    this.#ask = ask;
    this.route = route;
    this.target = at;
    this.path = at.split("?", 1)[0] ?? at;
    const shape = shapeOf(route.pattern);
    this.#first = registry.routes.find(({ pattern }) => shapeOf(pattern) === shape) ?? route;
  }

  // Fields, not methods: checks take them out of the operation.
  readonly base = (): Promise<Answer> =>
    (this.#base ??= this.ask({ firstBytes: this.route.kind === "stream" }));

  readonly ask = (question: Question = {}): Promise<Answer> => this.askAt(this.target, question);

  readonly askWith = (search: string, question: Question = {}): Promise<Answer> =>
    this.askAt(`${this.target}${this.target.includes("?") ? "&" : "?"}${search}`, question);

  readonly askAt = async (target: string, question: Question = {}): Promise<Answer> => {
    const method = question.method ?? this.route.method;
    const answer = await this.#ask(target, { ...question, method });
    const own = method === this.route.method || (method === "HEAD" && this.route.method === "GET");
    this.recorded.push({ answer, route: own ? this.route : this.#first });
    return answer;
  };
}

/** What the operation's own route has answered so far: all but OPTIONS and refusals of other methods. */
export function answersOf({ recorded, route }: Operation): readonly Answer[] {
  return recorded.filter((one) => one.route === route).map(({ answer }) => answer);
}

/** The outcome of an answer: what its headers were compiled for. */
export function outcomeOf({ method, status }: Answer): Outcome {
  if (status >= 400) return "error";
  if (status === 304) return "notModified";
  if (status >= 300) return "redirect";
  return method === "OPTIONS" ? "options" : "ok";
}

/** `GET /api/offices`, as reports name operations. */
export function nameOf({ method, path }: SealedRoute): string {
  return `${method} ${path}`;
}

/** Whether a policy that is on writes a header, by its usual spelling. */
export function writes({ policies }: Pick<Registry, "policies">, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}

/** Whether a policy that is on reads a request header, by its lower-case name. */
export function reads({ policies }: Pick<Registry, "policies">, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.reads ?? {}, header));
}

/** The routes of all methods at a path of the service, which may have a query. */
export function routesAt(target: string, { routes }: Registry): readonly SealedRoute[] {
  const path = target.split("?", 1)[0] ?? "";
  const found = routes.find(({ pattern }) => matches(pattern, path));
  if (found === undefined) return [];
  const shape = shapeOf(found.pattern);
  return routes.filter(({ pattern }) => shapeOf(pattern) === shape);
}
