/** The result of stage produce. */
import type { BodyInfo, Call } from "../../registry/contract/call.ts";
import type { MaybePromise } from "../../registry/contract/types.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import type { Variants } from "./body.ts";

/** The status of a reply, and the kernel's headers that only some replies have. */
export interface ReplyHead {
  readonly status: number;
  readonly location?: string | undefined;
  readonly allow?: string | undefined;
  /** Becomes Content-Language. */
  readonly language?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Name, value, …: which request bodies the path takes. */
  readonly accepts?: readonly string[] | undefined;
}

export interface Produced {
  readonly head: ReplyHead;
  readonly variants: Variants | undefined;
  readonly facts: BodyInfo;
  /** The body of a stream, in place of variants. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/** Makes the body of a route. `mediaType` and `language` are indexes into those that the route offers. */
export type Producer = (call: Call, mediaType: number, language: number) => MaybePromise<Produced>;

export const OK: ReplyHead = Object.freeze({ status: 200 });
export const NO_BODY_INFO: BodyInfo = Object.freeze({});

export function withoutBody(head: ReplyHead): Produced {
  return { head, variants: undefined, facts: NO_BODY_INFO };
}

/** Returns the heads of the route's 200 replies, one for each language. */
export function headsByLanguage({ declaration }: SealedRoute): readonly ReplyHead[] {
  return declaration.languages?.map((language) => ({ status: 200, language })) ?? [OK];
}
