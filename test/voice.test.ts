/** People read our messages, pages and comments; these patterns made them read translated. CONTRIBUTING says what to write instead. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const SELF = "test/voice.test.ts";

const files = globSync(
  [
    "{registry,plugins}/**/*.json",
    "{kernel,registry,plugins,schemas,test}/**/*.{ts,md,yaml,css}",
    "*.md",
    "docs/*.md",
    ".ci/**/*.ts",
  ],
  { cwd: root },
)
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path !== SELF && !/node_modules|^test\/(golden|bench\/results)/.test(path))
  .toSorted();

/** Each pattern with the words to write instead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:whoever|whatever|whichever)\b/i, "name the subject"],
  [/\banew\b/i, "again"],
  [/\bbesides\b/i, "also, except, beside"],
  [/\bof (?:itself|themselves|its own accord)\b/i, "on its own"],
  [/\bat will\b/i, "freely, or leave it out"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\bnobody\b/i, "no caller, no plugin, or the passive"],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|fewer)[a-z]/i, "is not a"],
  [/\b(?:is|are|was|were|be|been|being) told\b/i, "receives, is informed"],
  [/\b(?:gives?|gave) (?:a|an|the|what|it|them|nothing|undefined|back)\b/i, "returns"],
  [/\b(?:tells|told)\b(?! apart)/i, "reports, says, informs"],
  [/\bspeaks? of\b/i, "mentions"],
  [
    /(?:^|[.:;!] |\*\s|\/\/ )What (?!is |are |was |were |does |do |did |can |to |if |should |happens |kind |this )/,
    "name the subject",
  ],
  [
    /(?:^|[.:;!] |\*\s|\/\/ )What [^?\n]*[^?](?:\.|,)(?:\s|$)/,
    "name the subject; only a question begins with What",
  ],
];

/** The lines that contain a forbidden pattern, one message each. Inline code and quoted words are not prose. */
function violations(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const prose = path.endsWith(".md") ? line.replaceAll(/`[^`]*`|\*[^*]+\*/g, "") : line;
    const found = FORBIDDEN.find(([pattern]) => pattern.test(prose));
    return found === undefined
      ? []
      : [`${path}:${index + 1}: ${line.trim().slice(0, 120)} (${found[0]}: ${found[1]})`];
  });
}

describe("plain words", () => {
  test("there are files to read", () => expect(files.length).toBeGreaterThan(400));

  test("no forbidden pattern is left", () => {
    const all = files.flatMap((path) => violations(path, readFileSync(join(root, path), "utf8")));
    expect(all).toEqual([]);
  });
});

/** First words that leave out what a doc comment is about: pronouns, prepositions, relative clauses. */
const NO_SUBJECT =
  "Those|These|This|One|That|It|Its|They|Their|Our|Others|Something|Anything|Things|Anyone|Everybody|None|Undefined|" +
  "Whether|How|Who|Whom|Whose|When|Where|Which|Why|What|May|Of|By|As|In|For|With|Without|From|At|To|Up|Among|Between|" +
  "Beyond|Below|Beside|Through|Over|Until|Before|After|While|During|Once|Apart|Because|So|Not|Also|Either|Neither|Both";

/** A participle in place of the noun. Callbacks are `Called`, errors are `Thrown`. */
const PARTICIPLE =
  "(?:(?!Called)[A-Z][a-z]+ed|Known|Shown|Given|Written|Made|Sent|Kept|Read) (?:by|when|if|once|with|after|before|where|for|in|out|to|instead)";

const BAD_START = new RegExp(`/\\*\\*\\s+(?:\\* +)?(?:${NO_SUBJECT}|${PARTICIPLE})\\b.*`, "g");

/** The doc comments of a text that begin badly. */
const badStarts = (text: string): readonly string[] => text.match(BAD_START) ?? [];

test("a doc comment begins with a verb or the noun itself", () => {
  const found = files
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) =>
      badStarts(readFileSync(join(root, path), "utf8")).map((one) => `${path}: ${one}`),
    );
  expect(found).toEqual([]);
});

test("the rule finds bad beginnings alone", () => {
  const bad = "/** Of it. */\n/**\n * One run. */\n/** Made when due. */";
  expect(badStarts(`${bad}\n/** Called when due. */\n/** Sent events. */`)).toHaveLength(3);
});

describe("the patterns themselves", () => {
  test.each([
    "Whoever asks gets an answer.",
    "it is read anew",
    "for what else there is besides",
    "this is no plugin",
    "the client is told when",
    "gives the names of the packages",
    " * What is else written there never puts a look off.",
    "mend the file",
  ])("refuse: %s", (line) => expect(violations("kernel/x.ts", line)).toHaveLength(1));

  test.each([
    "There is no resource with this identifier.",
    "it is no longer needed",
    "What is waiting?",
    "tells apart",
    "recommended",
  ])("accept: %s", (line) => expect(violations("kernel/x.ts", line)).toEqual([]));
});
