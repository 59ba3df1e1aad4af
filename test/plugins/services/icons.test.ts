/** Icons of plugins: what is one, and who keeps it. */
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { Icons } from "waymark/services";
import { createTestServer } from "waymark/testing";
import { expect, it, onTestFinished } from "vitest";
import { WRITES_AND_IDENTITY } from "../../fixtures/writes-and-identity.ts";
import { sealed } from "../../registry/seal/_sealed.ts";

const reader = definePlugin({ id: "reader", summary: "Draws icons.", points: [Icons] });

const drawing = (icon: unknown): Plugin =>
  // As an author without types may write it.
  definePlugin({ id: "buoys", summary: "Buoys.", icon: icon as string });

it.each([
  "M2 4h12M2 8h12",
  "m8,1.5a6.25-6.25 0 1 0 0 12.5z",
  "M1e1-2.5E-1L3+4",
  `M${"1 ".repeat(199)}z`,
])("%j is an icon", (icon) => {
  const { registry, findings } = sealed([reader, drawing(icon)]);
  expect(findings).toEqual([]);
  expect(registry?.of(Icons)).toEqual(new Map([["buoys", icon]]));
  // It is for the eye: no document has it, and it makes no revision.
  const plain = sealed([reader, drawing(undefined)]).registry;
  expect(registry?.revision).toBe(plain?.revision);
  expect(registry?.points.map((point) => point.published())).toEqual([undefined]);
});

it.each([
  "",
  "2 4h12",
  "M2 4x12",
  'M2 4"/><script>',
  "M2 4\nh12",
  "<svg/>",
  "icons/buoy.svg",
  `M${"1 ".repeat(200)}`,
  7,
  { d: "M2 4h12" },
])("%j is refused", (icon) => {
  const expected =
    'the data of an SVG path in a box of 16 × 16 units, such as "M2 4h12M2 8h12", of at most 400 characters';
  expect(sealed([reader, drawing(icon)]).findings).toMatchObject([
    {
      code: "PLUGIN_INVALID",
      plugin: "buoys",
      where: "icon buoys",
      message: expect.stringContaining(`expected ${expected}; received `) as string,
      hint: `write ${expected}`,
    },
  ]);
});

it("stays that of its plugin once its implementation is called for", async () => {
  const server = await createTestServer({ config: { plugins: WRITES_AND_IDENTITY } });
  onTestFinished(() => server.close());
  const icons = server.registry.of(Icons);
  const drawn = preset.filter(({ icon, implementation }) => icon && implementation);
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.map(({ id }) => [id, icons.get(id)])).toEqual(
    drawn.map(({ id, icon }) => [id, icon]),
  );
  expect(new Set(icons.values()).size).toBe(icons.size);
});
