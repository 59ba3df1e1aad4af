import type { Layer, Settings } from "./message.ts";

/** The announced end of an operation. */
export interface DeprecationNotice {
  readonly operation: string;
  /** Time from which it is deprecated, as the service writes it: `@` and Unix seconds. */
  readonly deprecation: string | undefined;
  /** Date on which it is expected to stop answering. */
  readonly sunset: string | undefined;
}

/** Settings of a client of a service that announces the end of operations. */
export interface DeprecationSettings extends Settings {
  /** Receives each announcement once. Default: a warning on the console. */
  readonly onDeprecated?: (notice: DeprecationNotice) => void;
}

/** Returns the layer that reports operations that will end. */
export function deprecations(): Layer<DeprecationSettings> {
  return (send, { settings: { onDeprecated = warn } }) => {
    const reported = new Set<string>();
    return async (message) => {
      const answer = await send(message);
      const operation = message.name ?? message.url.pathname;
      const deprecation = answer.headers.get("deprecation") ?? undefined;
      const sunset = answer.headers.get("sunset") ?? undefined;
      if ((deprecation ?? sunset) !== undefined && !reported.has(operation)) {
        reported.add(operation);
        onDeprecated({ operation, deprecation, sunset });
      }
      return answer;
    };
  };
}

function warn({ operation, sunset }: DeprecationNotice): void {
  // oxlint-disable-next-line no-console -- the default of a library that has no log of its own
  console.warn(
    `${operation} is deprecated${sunset === undefined ? "" : `, and ends on ${sunset}`}`,
  );
}
