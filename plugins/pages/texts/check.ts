/** Finds names in a text that mean nothing, and links that lead nowhere. */
import type { Registry } from "waymark";
import { mapLinks } from "../shared/markdown-scan.ts";
import { wrongDefinition, wrongTarget } from "./check-links.ts";
import type { Mistake } from "./mistakes.ts";
import type { TextFile } from "./read.ts";
import { COMMON, optionOf, scopeOf, type Values } from "./scope.ts";
import {
  isLive,
  parseTemplate,
  PLACEHOLDER,
  type Condition,
  type Scope,
  type TemplateLine,
} from "./template.ts";
import { mayBe, suggest, vocabularyOf, type Vocabulary } from "./vocabulary.ts";

/** What a text is checked against. */
export interface Surroundings {
  readonly registry: Registry;
  /** Path of its page. */
  readonly path: string;
  /** Options that its placeholders can name, with what the operator set. */
  readonly values: Values;
  /** The key of the plugin's options in the config, for hints. */
  readonly config: string;
}

/** A mistake in a file that the reader of the message knows already. */
type Found = Omit<Mistake, "file">;

/** Everything that is wrong with a text, what was found when it was read among it. */
export function checkText(
  { file, body, mistakes }: TextFile,
  { registry, values, config, path }: Surroundings,
): readonly Mistake[] {
  const known: Known = {
    vocabulary: vocabularyOf(registry),
    scope: scopeOf(registry, values),
    options: Object.keys(values).map((name) => `options.${name}`),
    config,
  };
  const { lines, conditions, mistakes: ofForm } = parseTemplate(body);
  const found = [
    ...ofForm,
    ...conditions.flatMap((condition) => wrongCondition(condition, known)),
    ...lines.flatMap((line) => [
      ...wrongPlaceholders(line, known),
      ...wrongLinks(line, (target) => wrongTarget(target, path, registry, known.vocabulary)),
    ]),
  ];
  return [...mistakes, ...found.map((mistake) => ({ file, ...mistake }))];
}

interface Known {
  readonly vocabulary: Vocabulary;
  readonly scope: Scope;
  /** Each as `options.email`. */
  readonly options: readonly string[];
  readonly config: string;
}

function wrongCondition(
  { name, line, column }: Condition,
  { vocabulary, options }: Known,
): readonly Found[] {
  const known = optionOf(name) === undefined ? conditionsLike(name, vocabulary) : options;
  if (known.includes(name) || mayBe(name, vocabulary)) return [];
  const what = "no installed plugin has what this condition names";
  return [{ line, column, what, received: name, hint: suggest(name, known) }];
}

/** Names that a condition of this kind can have. */
function conditionsLike(
  name: string,
  { plugins, routes, relations }: Vocabulary,
): readonly string[] {
  if (name.startsWith("rel:")) return relations.map((relation) => `rel:${relation}`);
  return name.includes(".") ? routes : plugins;
}

function wrongPlaceholders(line: TemplateLine, known: Known): readonly Found[] {
  const found: Found[] = [];
  for (const { 0: received, index, groups } of line.text.matchAll(PLACEHOLDER)) {
    if (groups?.["escape"] !== "") continue;
    const wrong = wrongPlaceholder(groups["name"] ?? "", received, line, known);
    if (wrong !== undefined)
      found.push({ line: line.number, column: index + 1, received, ...wrong });
  }
  return found;
}

function wrongPlaceholder(
  name: string,
  received: string,
  line: TemplateLine,
  { vocabulary, scope, options, config }: Known,
): Pick<Mistake, "what" | "hint"> | undefined {
  const ofRoute = name.startsWith("route:");
  const known = ofRoute
    ? vocabulary.routes.map((route) => `route:${route}`)
    : [...COMMON, ...options];
  if (ofRoute && mayBe(name.slice("route:".length), vocabulary)) return undefined;
  if (!known.includes(name)) {
    const hint = `${suggest(name, known)} For braces as text, write \\${received}`;
    return { what: "there is no such placeholder", hint };
  }
  const option = optionOf(name);
  if (option === undefined || scope.holds(name) || !isLive(line, scope)) return undefined;
  const hint = `set ${config}.${option}, or put it between <!-- if: ${name} --> and <!-- end -->`;
  return { what: "this option is not set", hint };
}

function wrongLinks(
  line: TemplateLine,
  wrong: (target: string) => Pick<Mistake, "what" | "hint"> | undefined,
): readonly Found[] {
  const found: Found[] = [];
  const report = (at: number, received: string, mistake: ReturnType<typeof wrong>) =>
    mistake === undefined ||
    found.push({ line: line.number, column: at + 1, received, ...mistake });
  mapLinks(line, ({ target, at, whole }) => {
    report(at + whole.indexOf("](") + 2, target, wrong(target));
    return whole;
  });
  report(0, line.text.trim(), wrongDefinition(line));
  return found;
}
