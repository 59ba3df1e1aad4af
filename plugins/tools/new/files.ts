/** The files of a new plugin's package. */
import type { PluginNames } from "./names.ts";
import { pluginSource, testSource } from "./source.ts";

/** Version ranges of the package's dependencies: the ranges that waymark itself is built and tested with. */
export const RANGES = {
  zod: "^4.6.7",
  "@types/node": "^24.19.2",
  typescript: "^7.0.2",
  vitest: "^5.1.1",
} as const;

/** Returns text by path within the package. `version` is the version of waymark that the plugin is written for. */
export function pluginFiles(names: PluginNames, version: string): Readonly<Record<string, string>> {
  return {
    "package.json": json(manifest(names, version)),
    "tsconfig.json": inline(json(TSCONFIG)),
    "waymark.config.yaml": configOf(names),
    "src/index.ts": pluginSource(names),
    "src/index.test.ts": testSource(names),
    "README.md": readmeOf(names),
    ".gitignore": "node_modules/\ndist/\ndata/\n",
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Lists of words on one line, as formatters have them outside of package.json. */
function inline(text: string): string {
  return text.replace(
    /\[\s+([^[\]{}]+?)\s+\]/g,
    (_, words: string) => `[${words.replace(/\s+/g, " ")}]`,
  );
}

function manifest({ package: name }: PluginNames, version: string) {
  const waymark = `^${version}`;
  const { zod, ...tools } = RANGES;
  return {
    name,
    version: "0.1.0",
    description: "A plugin for waymark.",
    keywords: ["waymark", "waymark-plugin"],
    type: "module",
    engines: { node: ">=22.18" },
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist", "!dist/**/*.test.*"],
    scripts: {
      start: "waymark start",
      dev: "waymark dev",
      test: "vitest run --dir src",
      check: "tsc --noEmit && waymark check",
      build: "tsc",
      prepack: "npm run build",
    },
    peerDependencies: { waymark, zod },
    devDependencies: { ...tools, waymark, zod },
  };
}

const TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    types: ["node"],
    rootDir: "src",
    outDir: "dist",
    declaration: true,
    erasableSyntaxOnly: true,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
  },
  include: ["src"],
};

function configOf({ id }: PluginNames): string {
  return `# The config of npm start: the plugins of waymark, and this one from its source.
service: ${id}
plugins:
  ./src/index.ts: true
`;
}

function readmeOf({ package: name, id }: PluginNames): string {
  return `# ${name}

A plugin for waymark: it serves items at \`/api/${id}\`.

| command | what it does |
| --- | --- |
| \`npm start\` | serves the plugin from its source, with the plugins of waymark, at http://127.0.0.1:3000/api/${id} |
| \`npm run dev\` | the same, and serves every edit |
| \`npm test\` | runs the tests that every plugin has to pass, and those of this plugin |
| \`npm run check\` | checks the types, then checks that a server does everything that it declares |
| \`npm run build\` | writes the JavaScript that is published to \`dist/\` |
| \`npm publish\` | builds, then publishes |

## Use

\`\`\`sh
npm install ${name}
\`\`\`

\`\`\`yaml
# waymark.config.yaml
plugins:
  "${name}": true
\`\`\`

| option | default | meaning |
| --- | --- | --- |
| \`items\` | two items | The items to serve. |
`;
}
