import { expect, it } from "vitest";
import type { Incident } from "waymark/services";
import { groupIncidents, findGroup } from "../../../../plugins/pages/status/incident-groups.ts";

const MINUTE_MS = 60_000;

/** @param from minutes; so is `to`. */
function incident(
  subject: string,
  state: "degraded" | "down",
  from: number,
  to?: number,
  instance = "one",
): Incident {
  return {
    id: `${from} ${subject} ${instance}`,
    subject,
    from: "ok",
    to: state,
    start: from * MINUTE_MS,
    end: to === undefined ? undefined : to * MINUTE_MS,
    here: instance === "one",
  };
}

const minutes = ({ start, end, subjects, worst }: ReturnType<typeof groupIncidents>[number]) => [
  start / MINUTE_MS,
  end === undefined ? undefined : end / MINUTE_MS,
  worst,
  subjects,
];

it.each<[string, readonly Incident[], unknown[]]>([
  ["nothing", [], []],
  [
    "a check, which explains the service's own",
    [incident("service", "down", 1, 3), incident("a:a", "down", 1, 3)],
    [[1, 3, "down", ["a:a"]]],
  ],
  [
    "the service, where no check explains it",
    [incident("service", "down", 1, 3)],
    [[1, 3, "down", ["service"]]],
  ],
  [
    "what begins within a minute, the cause first",
    [incident("b:b", "degraded", 10.5, 12), incident("a:a", "down", 10, 11)],
    [[10, 12, "down", ["a:a", "b:b"]]],
  ],
  [
    "what changes, or comes back within two minutes",
    [
      incident("a:a", "degraded", 1, 2),
      incident("a:a", "down", 2, 5),
      incident("a:a", "down", 6.5, 9),
    ],
    [[1, 9, "down", ["a:a"]]],
  ],
  [
    "another one during a long one, and the same after a calm, the latest first",
    [
      incident("a:a", "degraded", 1),
      incident("b:b", "down", 50, 60),
      incident("b:b", "down", 70, 71),
    ],
    [
      [70, 71, "down", ["b:b"]],
      [50, 60, "down", ["b:b"]],
      [1, undefined, "degraded", ["a:a"]],
    ],
  ],
])("an incident is: %s", (_name, incidents, expected) => {
  expect(groupIncidents(incidents).map(minutes)).toEqual(expected);
  expect(groupIncidents(incidents.toReversed()).map(minutes)).toEqual(expected);
});

it("goes on as its systems change, over all instances", () => {
  const [group] = groupIncidents([
    incident("a:a", "degraded", 1, 5),
    incident("a:a", "down", 1.5, 3, "two"),
    incident("b:b", "down", 1.8, 4),
  ]);
  expect(group?.updates.map(({ at, subject, to }) => [at / MINUTE_MS, subject, to])).toEqual([
    [1, "a:a", "degraded"],
    [1.5, "a:a", "down"],
    [1.8, "b:b", "down"],
    [3, "a:a", "degraded"],
    [4, "b:b", "ok"],
    [5, "a:a", "ok"],
  ]);
});

it("is found under the id of each of its changes, also when an earlier one is added later", () => {
  const late = incident("a:a", "down", 2, undefined, "two");
  const [before] = groupIncidents([late]);
  const incidents = [incident("a:a", "degraded", 1.5, 3), late];
  const groups = groupIncidents(incidents);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.id).not.toBe(before?.id);
  expect(findGroup(incidents, groups, before?.id ?? "")).toBe(groups[0]);
  expect(findGroup(incidents, groups, "000000000000")).toBeUndefined();
  expect(before?.id).toMatch(/^[0-9a-f]{12}$/);
});
