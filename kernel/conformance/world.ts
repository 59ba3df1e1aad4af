/** What cases work with: the registry as the expectation, the service under test, and what has been seen of it. */
import type { Outcome } from "../../registry/call.ts";
import { shapeOf } from "../../registry/path.ts";
import type { Registry, SealedRoute } from "../../registry/registry.ts";
import { asObject, jsonOf, type Answer, type Ask, type Client } from "./client.ts";
import type { Validator } from "./validate.ts";

/** A request of a case. */
export interface Question extends Ask {
  /** Who asks. Default: somebody new each time, where the service believes us. */
  readonly client?: string;
  /** Never wait for the rate limit. */
  readonly unpaced?: boolean;
}

/** The service under test. */
export interface Target {
  /** Scheme and authority. */
  readonly origin: string;
  /**
   * It is ours alone: it believes our `X-Forwarded-*`, its data may be changed and its limits used up. Else it is
   * somebody's, perhaps with proxies in front.
   */
  readonly own: boolean;
  readonly client: Client;
}

/** An answer with the route whose headers it must have. */
export interface Recorded {
  readonly answer: Answer;
  readonly route: SealedRoute;
}

export interface World {
  readonly registry: Registry;
  readonly target: Target;
  readonly validator: Validator;
  /** Routes with paths that exist. */
  readonly operations: readonly Operation[];
  /** Relations that links had so far. */
  readonly seen: { readonly header: Set<string>; readonly body: Set<string> };
  /** Use up the rate limit of a service that is not ours alone. */
  readonly exhaust: boolean;
  ask(target: string, question?: Question): Promise<Answer>;
  /** An answer that is asked for once and remembered. Default: to GET. */
  read(target: string, method?: string): Promise<Answer>;
}

/** Sent with every request, so that each answer shows whether it takes over what the client says. */
export const SENT = {
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "waymark=check",
} as const;

/** A route that is asked, at a path whose parameters exist. */
export class Operation {
  readonly route: SealedRoute;
  /** Path and, where the route needs one, query. */
  readonly target: string;
  readonly path: string;
  /** The route that answers for all methods of the path: OPTIONS, 405 and 501 have its headers. */
  readonly first: SealedRoute;
  readonly recorded: Recorded[] = [];
  #base: Promise<Answer> | undefined;
  readonly #world: Pick<World, "ask">;

  constructor(world: Pick<World, "ask" | "registry">, route: SealedRoute, target: string) {
    this.#world = world;
    this.route = route;
    this.target = target;
    this.path = target.split("?", 1)[0] ?? target;
    const shape = shapeOf(route.pattern);
    this.first =
      world.registry.routes.find(({ pattern }) => shapeOf(pattern) === shape) ?? this.route;
  }

  /** The answer to its own plain request, asked for once. */
  base(): Promise<Answer> {
    return (this.#base ??= this.ask({ firstBytes: this.route.kind === "stream" }));
  }

  /** Its own request, with its own method. */
  ask(question: Question = {}): Promise<Answer> {
    return this.askAt(this.target, question);
  }

  /** With further query parameters. */
  askWith(search: string, question: Question = {}): Promise<Answer> {
    return this.askAt(`${this.target}${this.target.includes("?") ? "&" : "?"}${search}`, question);
  }

  async askAt(target: string, question: Question = {}): Promise<Answer> {
    const method = question.method ?? this.route.method;
    const answer = await this.#world.ask(target, { ...question, method });
    const own = method === this.route.method || (method === "HEAD" && this.route.method === "GET");
    this.recorded.push({ answer, route: own ? this.route : this.first });
    return answer;
  }
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

/** Whether anything that is on writes a header. */
export function writes({ policies }: Registry, header: string): boolean {
  return policies.some(({ policy }) => Object.hasOwn(policy.writes ?? {}, header));
}

/** A link with its relation. */
export interface Link {
  readonly rel: string;
  readonly href: string;
}

/** The links of an answer, by where they stand. */
export function linksOf(answer: Answer): {
  readonly header: readonly Link[];
  readonly body: readonly Link[];
} {
  const header = [...(answer.headers["link"] ?? "").matchAll(/<([^>]*)>([^<]*)/g)].flatMap(
    ([, href = "", parameters = ""]) =>
      (/;\s*rel="?([^";,]+)"?/.exec(parameters)?.[1] ?? "")
        .split(" ")
        .filter((rel) => rel !== "")
        .map((rel) => ({ rel, href })),
  );
  return { header, body: isJson(answer) ? bodyLinks(jsonOf(answer)) : [] };
}

export function isJson({ headers }: Answer): boolean {
  return (
    /[/+]json(?:;|$)/.test(headers["content-type"] ?? "") &&
    headers["content-encoding"] === undefined
  );
}

/** Every `_links` at any depth. */
function bodyLinks(value: unknown): readonly Link[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "_links" && !Array.isArray(value)
      ? Object.entries(asObject(member)).flatMap(([rel, link]) => {
          const { href } = asObject(link);
          return typeof href === "string" ? [{ rel, href }] : [];
        })
      : bodyLinks(member),
  );
}
