/** The parts of the harness that read what others write. */
import { describe, expect, test } from "vitest";
import { AnswerReader } from "./harness/answer-reader.ts";
import { numbered, varies } from "./harness/request.ts";
import { fastPath } from "./contenders/index.ts";
import { judge, judgeAll, type Guard } from "./harness/gate.ts";
import { figure, interval, median, percentile, ratios } from "./harness/statistics.ts";
import { readWrk } from "./harness/wrk.ts";
import { readSettings } from "./settings.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const CHUNKED =
  "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
const NOT_MODIFIED = "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n";

describe("reading answers", () => {
  test.each([
    ["with a length", OK, 200],
    ["in chunks", CHUNKED, 404],
    ["without a body", NOT_MODIFIED, 304],
  ])("%s, whole and byte by byte", (_, text, status) => {
    for (const size of [text.length, 7, 1]) {
      const seen: number[] = [];
      const reader = new AnswerReader((one) => seen.push(one));
      for (const answer of [text, OK]) {
        for (let at = 0; at < answer.length; at += size)
          reader.read(Buffer.from(answer.slice(at, at + size)));
      }
      expect(seen).toEqual([status, 200]);
    }
  });
});

test("requests that vary get numbers and addresses", () => {
  const shape = { path: "/a/{m}?n={n}", headers: { "x-forwarded-for": "{a}" } };
  expect(varies(shape)).toBe(true);
  expect(varies({ path: "/a?b={c}" })).toBe(false);
  expect(numbered("{m} {n} {a}", 66_051)).toBe("51 0066051 10.1.2.3");
  expect(varies({ path: "/a", body: "[{count}]" })).toBe(true);
  expect(numbered("[{count}]", 7)).toHaveLength("[{count}]".length);
});

test("medians, ranges, ratios and percentiles", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(figure([2, 3, 1])).toEqual({ median: 2, low: 1, high: 3 });
  expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
});

/** Ratios of two times, each of which a busy machine makes up to `most` times as long. */
function noisy(ratio: number, most: number, count = 24): readonly number[] {
  let state = 1;
  const slowed = () =>
    1 + (most - 1) * ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647);
  return Array.from({ length: count }, () => (ratio * slowed()) / slowed());
}

describe("the gate", () => {
  const guard = { name: "list", most: 1.5 };
  const before = guard.most / 1.3;
  const fallen = before * (1.09 / 0.72);

  test("an interval has most of its values, and is open with few", () => {
    const values = Array.from({ length: 24 }, (_, at) => at + 1);
    expect(interval(values)).toEqual({ median: 12.5, low: 7, high: 18 });
    expect(interval([1, 2, 3])).toEqual({ median: 2, low: -Infinity, high: Infinity });
  });

  test("a fall from 1.09 to 0.72 of the requests breaks it, also on a busy machine (T6)", () => {
    expect(judge(guard, noisy(before, 1.2)).holds).toBe(true);
    expect(judge(guard, noisy(fallen, 1.2)).holds).toBe(false);
    expect(judge(guard, noisy(before, 2)).holds).toBe(true);
    expect(judge(guard, noisy(fallen, 1.6)).holds).toBe(false);
  });

  test("a busy machine alone breaks nothing, and near the limit nothing is judged (T6)", () => {
    for (const most of [1.2, 2, 5, 20, 100])
      expect(judge(guard, noisy(before, most)).holds).not.toBe(false);
    expect(judge(guard, noisy(guard.most, 2)).holds).toBeUndefined();
  });

  test("rounds are added until all hold, and only the time ends those of one that does not (T6)", async () => {
    const of = { contender: fastPath, shape: { path: "/a" } };
    const to = { contender: fastPath, shape: { path: "/b" } };
    const guards: readonly Guard[] = [{ ...guard, of, to }];
    const rounds = async (ms: number, ratio: (round: number) => number) => {
      let round = 0;
      const sample = async () => {
        const used = ratio(round++);
        return new Map([
          [of, Array.from({ length: 12 }, () => used)],
          [to, Array.from({ length: 12 }, () => 1)],
        ]);
      };
      const [verdict] = await judgeAll(guards, ms, sample);
      return { round, holds: verdict?.holds };
    };
    expect(await rounds(60_000, () => before)).toEqual({ round: 1, holds: true });
    expect(await rounds(60_000, (n) => (n === 0 ? fallen : before))).toMatchObject({ holds: true });
    expect(await rounds(0, () => fallen)).toEqual({ round: 1, holds: false });
  });
});

test("the output of wrk", () => {
  const output = `
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.20ms    2.30ms  40.00ms   90.00%
  Latency Distribution
     50%  800.00us
     99%    3.50ms
  12345 requests in 3.00s, 20.00MB read
  Socket errors: connect 1, read 2, write 0, timeout 7
  Non-2xx or 3xx responses: 45
Requests/sec:   4115.00
Transfer/sec:      6.67MB`;
  expect(readWrk(output)).toEqual({
    requests: 12_345,
    perSecond: 4115,
    p99: 3.5,
    refused: 45,
    broken: 3,
  });
});

test("settings are named and numbers", () => {
  expect(readSettings(["work=list,cold", "rounds=2"])).toMatchObject({
    works: ["list", "cold"],
    rounds: 2,
    seconds: 3,
  });
  expect(() => readSettings(["round=2"])).toThrow("round=2 is not a setting");
  expect(() => readSettings(["rounds=none"])).toThrow("write a number above 0");
});
