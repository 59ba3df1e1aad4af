/** Texts of the registry in other languages. */
import { definePlugin, type Plugin } from "waymark";
import { translate, translationOf, Translations, type TextsByLanguage } from "waymark/services";
import { describe, expect, it } from "vitest";
import { sealed } from "../../registry/seal/_sealed.ts";

const translating = (id: string, translations: unknown): Plugin =>
  // As an author without types may write it.
  definePlugin({ id, summary: "Maps.", translations: translations as TextsByLanguage });

const reader = definePlugin({ id: "reader", summary: "Reads texts.", points: [Translations] });

function registryOf(...translations: readonly TextsByLanguage[]) {
  const { registry } = sealed(
    [reader, ...translations.map((texts, index) => translating(`p${index}`, texts))],
    { description: "Maps." },
  );
  if (registry === undefined) throw new Error("nothing was sealed");
  return registry;
}

describe("a translation", () => {
  const maps = registryOf({
    es: {
      "List maps.": "Lista los mapas.",
      "At most {count} maps.": "Como máximo {count} mapas.",
      "At most {count} maps of {place}, {count} in all.":
        "De {place}, {count} mapas como máximo; en total, {count}.",
      "See /maps/{id}.": "Consulta /maps/{id}.",
      "{name} fails": "Falla {name}",
    },
  });

  it.each([
    ["List maps.", "es", "Lista los mapas."],
    ["List maps.", "en", "List maps."],
    ["List maps.", undefined, "List maps."],
    ["List maps.", "fr", undefined],
    ["List the maps.", "es", undefined],
    // Its own gaps are a text like any other.
    ["See /maps/{id}.", "es", "Consulta /maps/{id}."],
    ["At most 50 maps.", "es", "Como máximo 50 mapas."],
    ["At most 50 maps", "es", undefined],
    ["At most  maps.", "es", undefined],
    ["At most maps.", "es", undefined],
    // The one with the most text goes first.
    ["At most 5 maps of Rome, 9 in all.", "es", "De Rome, 5 mapas como máximo; en total, 5."],
    // Values are texts, never gaps.
    ["{place} fails", "es", "Falla {place}"],
    [" fails", "es", undefined],
    ["constructor", "es", undefined],
    ["List maps.", "__proto__", undefined],
    ["List maps.\n\nAt most 5 maps.", "es", "Lista los mapas.\n\nComo máximo 5 mapas."],
    ["List maps.\n\nOf all places.", "es", undefined],
  ])("%s in %s", (text, language, expected) => {
    expect(translationOf(text, maps, language)).toBe(expected);
    expect(translate(text, maps, language)).toBe(expected ?? text);
  });

  it("takes linear time, as texts come from clients too", () => {
    const registry = registryOf({
      es: { "a {one} b {two} c {three} d": "{one}{two}{three}" },
    });
    expect(translationOf(`a ${"b c ".repeat(200_000)}`, registry, "es")).toBeUndefined();
  });

  it("of a later plugin counts, and that of the operator most", () => {
    const [first, second] = [
      { es: { "List maps.": "Uno.", "Read a map.": "Uno." } },
      { es: { "List maps.": "Dos.", "Maps.": "Dos." } },
    ];
    const plugins = [reader, translating("one", first), translating("two", second)];
    const { registry } = sealed(plugins, {
      description: "Maps.",
      localized: [{ en: "Maps.", es: "Mapas." }],
    });
    if (registry === undefined) throw new Error("nothing was sealed");
    expect(translate("List maps.", registry, "es")).toBe("Dos.");
    expect(translate("Read a map.", registry, "es")).toBe("Uno.");
    expect(translate("Maps.", registry, "es")).toBe("Mapas.");
  });
});

describe("a translation is refused", () => {
  it.each([
    [
      "of a language without a tag",
      { Spanish: {} },
      /expected a language tag.*; received "Spanish"/,
    ],
    [
      "of a tag in another spelling",
      { "pt-br": {} },
      /expected a language tag.*; received "pt-br"/,
    ],
    ["that is a number", { es: { "Maps.": 1 } }, /es.Maps.: expected a string; received 1/],
    ["that is empty", { es: { "Maps.": "" } }, /received ""/],
    ["that is a list", ["Mapas."], /expected an object; received \["Mapas."\]/],
    ["in place of texts", { es: "Mapas." }, /es: expected an object; received "Mapas."/],
    ["with other gaps", { es: { "{count} maps.": "{cuenta} mapas." } }, /with the gaps {count}/],
    ["with gaps of its own", { es: { "Write { x }.": "Escribe {x}." } }, /a text without gaps/],
    ["with fewer gaps", { es: { "{count} maps.": "Mapas." } }, /with the gaps {count}/],
  ])("%s", (_case, translations, message) => {
    expect(
      sealed([reader, translating("atlas", translations)], { description: "Maps." }).findings,
    ).toMatchObject([
      {
        code: "TRANSLATION_INVALID",
        plugin: "atlas",
        where: "translations",
        message: expect.stringMatching(message) as string,
      },
    ]);
  });

  it("with what to write", () => {
    const texts = { Spanish: { "Maps.": "Mapas." }, es: { "{count} maps.": "Mapas." } };
    const { findings } = sealed([reader, translating("atlas", texts)]);
    expect(findings.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'Spanish: expected a language tag of BCP 47 in its usual spelling; received "Spanish"',
        'write a name such as "pt-BR"',
      ],
      [
        'es.{count} maps.: expected a text with the gaps {count}; received "Mapas."',
        "write a string (the translation of the text, with the same { })",
      ],
    ]);
  });

  it("for its gaps beside a text that is none", () => {
    const texts = { "{count} maps.": "Mapas.", "Maps.": 1, "Map {id}.": "" };
    const plugin = translating("atlas", { es: texts, fr: null });
    const { findings } = sealed([reader, plugin], { description: "Maps." });
    expect(findings.map(({ message }) => message.split(":")[0])).toEqual([
      "es.Maps.",
      "es.Map {id}.",
      "es.{count} maps.",
      "fr",
    ]);
  });
});
