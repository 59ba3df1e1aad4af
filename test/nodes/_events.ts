/** A client of an event stream. */
import { expect, onTestFinished } from "vitest";
import type { TestServer } from "waymark/testing";

export interface Frame {
  readonly event?: string;
  readonly id?: string;
  readonly data?: string;
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
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return async function next(): Promise<Frame | undefined> {
    const [frame = "", ...rest] = text.split("\n\n");
    if (rest.length > 0) {
      text = rest.join("\n\n");
      return Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
    }
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) return undefined;
    text += value;
    return next();
  };
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
