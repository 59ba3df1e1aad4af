/** A client of an event stream. */
import { expect, onTestFinished } from "vitest";
import type { TestServer } from "waymark/testing";

export interface Frame {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
}

/** Reads a stream, frame by frame, until its end. */
export async function* framesOf({ body }: Response): AsyncGenerator<Frame, undefined> {
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (text + chunk).split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames)
      yield Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
  }
  return undefined;
}

/** Opens a stream and returns what comes on it, frame by frame; undefined at its end. */
export async function follow(
  server: TestServer,
  headers: Readonly<Record<string, string>> = {},
): Promise<() => Promise<Frame | undefined>> {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const answer = await server.request("/api/events", { headers, signal: leave.signal });
  expect(answer.status).toBe(200);
  const frames = framesOf(answer);
  return async () => (await frames.next()).value;
}

/** Returns so many frames of an event. */
export async function take(
  next: () => Promise<Frame | undefined>,
  event: string,
  count: number,
): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  while (frames.length < count) {
    const frame = (await next()) ?? expect.fail("the stream ended");
    if (frame.event === event) frames.push(frame);
  }
  return frames;
}

/** Opens a stream and returns its changes of data so far, which grow until the test ends. */
export async function gather(server: TestServer): Promise<readonly Frame[]> {
  const next = await follow(server);
  const frames: Frame[] = [];
  const read = async () => {
    for (let frame = await next(); frame !== undefined; frame = await next())
      if (frame.event === "data.changed") frames.push(frame);
  };
  read().catch(() => undefined); // the test leaves
  return frames;
}

/** The resource that was changed, where that is known. */
export function pathOf({ data = "{}" }: Frame): string | undefined {
  return (JSON.parse(data) as { path?: string }).path;
}
