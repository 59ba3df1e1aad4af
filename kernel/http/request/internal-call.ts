/** The calls of the server itself, on behalf of a client or on its own. */
import type { Call } from "../../../registry/contract/call/call.ts";
import type { RequestValue } from "../../../registry/contract/plugin/service.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";
import { show } from "../../../registry/schema/words.ts";
import type { InnerRequest } from "../../services.ts";
import { BaseCall } from "./call.ts";
import { NO_CLIENT } from "./client.ts";

/** A read by the server itself. Policies see its caller without the credential or, as for documents, none. */
export class InternalCall extends BaseCall {
  readonly method = "GET";
  protected readonly caller: Call | undefined;

  constructor(
    route: SealedRoute,
    target: string,
    params: Readonly<Record<string, string>>,
    caller?: Call,
  ) {
    super(caller === undefined ? NO_CLIENT : () => caller, route, target, params);
    this.caller = caller;
    this.principal = caller?.principal;
    this.requestId = caller?.requestId;
    this.trace = caller?.trace;
  }

  header(name: string): string | undefined {
    return this.route.credentials.includes(name) ? undefined : this.caller?.header(name);
  }
  /** Returns the value that the policies of this route provide, else the value of the caller's route. */
  override value<T>(token: RequestValue<T>): T | undefined {
    return this.route.values.has(token.id) ? super.value(token) : this.caller?.value(token);
  }
  override charge(requests: number): void {
    this.caller?.charge(requests);
  }
}

/** The request of an earlier call with its credential, to find its principal again. */
export class RepeatedCall extends InternalCall {
  constructor(route: SealedRoute, first: Call) {
    super(route, `${first.path}${first.search}`, first.params, first);
    this.principal = undefined;
  }

  override header(name: string): string | undefined {
    return this.caller?.header(name);
  }
  override isRepeated(name: string): boolean {
    return this.caller?.isRepeated(name) === true;
  }
}

/** The request of a view at the address of its answer, which has no language of a page. */
export class ViewCall extends InternalCall {
  constructor(route: SealedRoute, first: Call, search: string) {
    super(route, `${first.path}${search}`, first.params, first);
    this.preferences = first.preferences;
  }

  override value<T>(token: RequestValue<T>): T | undefined {
    return this.caller?.value(token);
  }
}

/** Runs a function outside of the asynchronous context of its caller. */
export type Outside = (run: () => void) => void;

/** Characters that the value of a header may have, and blanks around it, which do not count (RFC 9110, section 5.5). */
const VALUE = /^[\t -~\u0080-\u00ff]*$/;
const AROUND = /^[\t ]+|[\t ]+$/g;

/** The call of a request that a plugin makes of the service itself: with its headers and the principal of the caller. */
export class DispatchedCall extends BaseCall {
  readonly method: string;
  readonly #request: InnerRequest;
  /** Runs the work of observers, which must not join a transaction of the plugin that may be undone. */
  readonly outside: Outside;

  constructor(
    request: InnerRequest,
    caller: Call,
    outside: Outside,
    route: SealedRoute,
    target: string,
    params?: Readonly<Record<string, string>>,
  ) {
    super(() => caller, route, target, params);
    this.method = request.method;
    this.#request = request;
    this.outside = outside;
    this.principal = caller.principal;
    this.trace = caller.trace;
  }

  /** The whole body; empty if there is none. */
  get body(): Uint8Array {
    return Buffer.from(this.#request.body ?? "");
  }

  header(name: string): string | undefined {
    const { headers = {} } = this.#request;
    if (this.route.credentials.includes(name) || !Object.hasOwn(headers, name)) return undefined;
    const value = headers[name] ?? "";
    if (!VALUE.test(value)) throw new TypeError(`no header can be ${show(value)}`);
    return value.replace(AROUND, "");
  }
}
