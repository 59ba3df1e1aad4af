import { expect, it } from "vitest";
import { definePlugin, definePolicy } from "waymark";
import { createTestServer } from "waymark/testing";

it("reports the same duration of a request to every policy", async () => {
  const durations: number[] = [];
  const policy = (id: string, header: string) =>
    definePolicy({
      id,
      writes: { [header]: "The duration that this policy received." },
      compile: () => ({
        fields: () => ({ [header]: ({ durationMs }) => String(durationMs) }),
        observe: ({ durationMs }) => void durations.push(durationMs),
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
  const [duration = Number.NaN] = durations;
  expect(duration).toBeGreaterThan(0);
  expect(durations).toEqual([duration, duration]);
  expect(headers.get("Duration-One")).toBe(String(duration));
  expect(headers.get("Duration-Other")).toBe(String(duration));
});
