/** Reads what an address of the API answers the operator. */
import type { SealedRoute } from "waymark";
import type { InnerAnswer, Runtime } from "waymark/services";
import { headerOf, readJson } from "../../../shared/operations/inner.ts";
import type { OperatorCall } from "../frame.ts";

interface Address {
  readonly route: SealedRoute;
  readonly path: string;
  readonly search: string;
  readonly params: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly value?: unknown;
  /** Entity tag of a resource that is changed on the condition that it is as it was. */
  readonly etag?: string | undefined;
  /** Reasons of a refusal. */
  readonly failed?: string;
}

/** Reads past the limits of clients, but for resources whose changes are conditional: only a request has an entity tag. */
export async function readAnswer(
  runtime: Runtime,
  { route, path, search, params }: Address,
  call: OperatorCall,
): Promise<Answer> {
  const { routes, errors } = runtime.registry;
  if (routes.some(({ represents }) => represents === route.ref)) {
    const headers = { accept: route.mediaTypes[0] ?? "application/json" };
    const request = { method: "GET", target: path + search, headers };
    const answer = await runtime.dispatch(request, call);
    const { status } = answer;
    if (status >= 400) return { status, failed: messageOf(answer) };
    return { status, value: readJson(answer), etag: headerOf(answer, "etag") };
  }
  const options = { search, whole: true, onBehalfOf: call };
  const read = await runtime.read(route.ref, params, options);
  if (read.refusal === undefined) return { status: read.status ?? 200, value: read.value };
  const { code } = read.refusal;
  const entry = errors.find((one) => one.code === code);
  const status = entry?.status ?? 500;
  const error = { message: entry?.message, ...read.refusal };
  return { status, failed: reasonsOf(status, error) };
}

/** Returns the reasons of a refusal. */
export function messageOf(answer: InnerAnswer): string {
  return reasonsOf(answer.status, Object(Object(readJson(answer)).error));
}

function reasonsOf(
  status: number,
  { code, message, detail, errors }: Readonly<Record<string, unknown>>,
) {
  const fields: readonly unknown[] = Array.isArray(errors) ? errors : [];
  const reasons = fields.map((one) => {
    const { pointer = "", parameter = pointer, detail: text = "" } = Object(one);
    return `${parameter}: ${text}`;
  });
  return [`${status} ${code}: ${detail ?? message ?? ""}`, ...reasons].join("\n");
}
