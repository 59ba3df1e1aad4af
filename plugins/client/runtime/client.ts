import type { Problems } from "./errors.ts";
import {
  type Answer,
  type CallOptions,
  type Environment,
  type Layer,
  type Message,
  type Operation,
  type Send,
  type Settings,
  sleep,
} from "./message.ts";
import { transport, type Timeouts } from "./transport.ts";

/** Everything that the service publishes, as far as a client follows it. */
export interface ServiceDefinition<S extends Settings> {
  /** Operations by group and method. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Classes of errors by code. */
  readonly problems: Problems;
  readonly timeouts?: Timeouts;
  /** Layers that each request passes, outermost first. */
  readonly layers: readonly Layer<S>[];
  /** Makers of answers that are more than a value, by form. */
  readonly forms?: {
    readonly list?: (load: (href?: string) => Promise<unknown>, items: string) => unknown;
    readonly stream?: (
      open: (headers: Readonly<Record<string, string>>) => Promise<Answer>,
      wait: (ms: number) => Promise<void>,
    ) => unknown;
    readonly links?: (
      body: unknown,
      follow: (href: string, options?: CallOptions) => unknown,
    ) => unknown;
  };
}

type Input = Readonly<Record<string, unknown>>;

const RUNTIME: Environment = {
  now: Date.now,
  random: Math.random,
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** Returns a client with a method for each operation. */
export function connect<Client, S extends Settings>(
  service: ServiceDefinition<S>,
  settings: S,
): Client {
  const { operations, layers, forms = {} } = service;
  const { baseUrl, environment = RUNTIME } = settings;
  const end = transport(settings, environment, {
    problems: service.problems,
    timeouts: service.timeouts,
  });
  const send = layers.reduceRight<Send>(
    (next, layer) => layer(next, { settings, environment }),
    end,
  );

  const isOurs = ({ origin }: URL): boolean => origin === new URL(baseUrl).origin;

  function open(request: Omit<Message, "options">, options: CallOptions = {}): unknown {
    const { operation } = request;
    const { items = "", accept = "application/json" } = operation;
    const own = isOurs(request.url) ? settings.headers : {};
    const base = { accept, ...own, ...request.headers, ...options.headers };
    const message: Message = { ...request, headers: base, options: { ...options } };
    const ask = async (url = message.url): Promise<unknown> =>
      read(await send({ ...message, url }), operation);
    if (operation.form === "list" && forms.list !== undefined)
      return forms.list(
        (href) => ask(href === undefined ? undefined : new URL(href, baseUrl)),
        items,
      );
    if (operation.form === "stream" && forms.stream !== undefined)
      return forms.stream(
        (headers) => send({ ...message, headers: { ...base, ...headers } }),
        (ms) => sleep(environment, ms, options.signal),
      );
    return ask();
  }

  function read({ body, status }: Answer, { form }: Operation): unknown {
    if (typeof body !== "string" || form === "text") return body;
    if (status === 204 || body === "") return undefined;
    const value: unknown = JSON.parse(body);
    return forms.links === undefined ? value : forms.links(value, follow);
  }

  // Paths with fewer parameters come first, as a link leads to the one that is closest.
  const calls = Object.entries(operations)
    .flatMap(([group, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ group, method, operation })),
    )
    .toSorted((a, b) => parametersOf(a.operation) - parametersOf(b.operation));

  function follow(href: string, options?: CallOptions): unknown {
    const url = new URL(href, baseUrl);
    const found = calls.find(
      ({ operation }) => isOurs(url) && operation.method === "GET" && isAt(operation, url),
    );
    const name = found && `${found.group}.${found.method}`;
    return open({ name, operation: found?.operation ?? ELSEWHERE, url, headers: {} }, options);
  }

  const client: Record<string, Record<string, unknown>> = {};
  for (const { group, method, operation } of calls)
    (client[group] ??= {})[method] = (input: Input = {}, options?: CallOptions) =>
      open({ name: `${group}.${method}`, ...requestOf(operation, input, baseUrl) }, options);
  return client as Client; // whose type was made of the same operations
}

/** A page that a link leads to, but no operation. */
const ELSEWHERE: Operation = { method: "GET", path: "", accept: "*/*", form: "text" };

function parametersOf({ path }: Operation): number {
  return path.split("{").length;
}

function isAt({ path }: Operation, { pathname }: URL): boolean {
  const segments = pathname.split("/");
  const expected = path.split("/");
  return (
    segments.length === expected.length &&
    expected.every((one, index) => one.startsWith("{") || one === segments[index])
  );
}

/** Returns the request of an operation with an input. */
function requestOf(
  operation: Operation,
  input: Input,
  baseUrl: string,
): Pick<Message, "operation" | "url" | "headers" | "body"> {
  const { query = [], headers = [], joined = [], sends } = operation;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const url = new URL(path, baseUrl);
  for (const [from, to] of query.map(pairOf)) {
    const add = (name: string, value: unknown): void => {
      const isList = Array.isArray(value);
      if (isList && joined.includes(from)) url.searchParams.append(name, value.join(","));
      else if (isList) for (const one of value) add(name, one);
      else if (typeof value === "object" && value !== null)
        for (const [key, member] of Object.entries(value)) add(`${name}[${key}]`, member);
      else if (value !== undefined) url.searchParams.append(name, String(value));
    };
    add(to, input[from]);
  }
  const given = headers.map(pairOf).flatMap(([from, to]) => {
    const value = input[from];
    return value === undefined ? [] : [[to, String(value)] as const];
  });
  const body = payloadOf(input["body"]);
  const isUntyped = typeof body === "string" || (body instanceof Blob && body.type === "");
  const isTyped = isUntyped && sends !== undefined;
  const type = isTyped ? { "content-type": sends } : {};
  return { operation, url, headers: { ...type, ...Object.fromEntries(given) }, body };
}

function pairOf(name: string | readonly [input: string, wire: string]): readonly [string, string] {
  return typeof name === "string" ? [name, name] : name;
}

/** Returns bytes and forms as they are, and JSON of all other values. */
function payloadOf(body: unknown): Message["body"] {
  if (body === undefined || body instanceof Blob || body instanceof FormData) return body;
  return JSON.stringify(body);
}
