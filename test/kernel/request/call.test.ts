import { expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import { createTestServer } from "waymark/testing";

it("tells everybody the same duration of a request", async () => {
  const told: number[] = [];
  const policy = (id: string, header: string) =>
    definePolicy({
      id,
      writes: { [header]: "The duration that this policy was told." },
      compile: () => ({
        fields: () => ({ [header]: ({ durationMs }) => String(durationMs) }),
        observe: ({ durationMs }) => void told.push(durationMs),
      }),
    });
  const server = await createTestServer({
    plugins: [
      definePlugin({
        id: "timed",
        summary: "Two policies that ask how long a request took.",
        policies: [policy("one", "Duration-One"), policy("other", "Duration-Other")],
      }),
    ],
  });
  const { headers } = await server.request("/api/nothing");
  await server.close();
  const [duration = Number.NaN] = told;
  expect(duration).toBeGreaterThan(0);
  expect(told).toEqual([duration, duration]);
  expect(headers.get("Duration-One")).toBe(String(duration));
  expect(headers.get("Duration-Other")).toBe(String(duration));
});
