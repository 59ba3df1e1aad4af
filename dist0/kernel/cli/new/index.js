import { t as defineCommand } from "../../../chunks/citty.js";
import { a as show } from "../../../chunks/finding.js";
import { t as boot } from "../../../chunks/boot.js";
import { c as print, d as run, t as UsageError } from "../../../chunks/command.js";
import { t as writeFiles } from "../../../chunks/write-files.js";
import { createRequire, isBuiltin } from "node:module";
import { resolve } from "node:path";
// kernel/cli/new/source.ts
/** The source of a new plugin, and its test. */
function pluginSource({ id, camel, type }) {
	return `import { definePlugin, service } from "waymark";
import { z } from "zod";

const Item = z.object({
  id: z.string().min(1).describe("Names the item in URLs."),
  title: z.string().describe("Names the item for people."),
});
type Item = z.output<typeof Item>;

const Options = z.strictObject({
  items: z
    .array(z.strictObject(Item.shape))
    .default([
      { id: "first", title: "The first item" },
      { id: "second", title: "The second item" },
    ])
    .describe("The items to serve."),
});

/** The items, for other plugins: \`needs: { items: Items }\`. */
export interface Items {
  all(): readonly Item[];
  find(id: string): Item | undefined;
}
// Version 0 for ever: the items do not change while the server runs, so a list of them is made once.
export const Items = service<Items>("${camel}Items", { version: () => 0 });

export default definePlugin({
  id: "${id}",
  summary: "Serves items.",
  api: 1,
  options: Options,
  provides: { items: Items },
  schemas: { ${type}Item: Item },
  rootLinks: { ${camel}: { to: "listItems" } },

  setup(_use, { options }) {
    const byId = new Map(options.items.map((item) => [item.id, item]));
    return { items: { all: () => options.items, find: (id) => byId.get(id) } };
  },

  routes: {
    listItems: {
      method: "GET",
      path: "/api/${id}",
      summary: "List the items.",
      list: {
        of: Item,
        as: "items",
        name: "${type}ItemsList",
        relations: { item: { to: "getItem", with: { itemId: "id" } } },
      },
      cache: { scope: "public", maxAge: "60s" },
    },
    getItem: {
      method: "GET",
      path: "/api/${id}/{itemId}",
      summary: "Read one item.",
      returns: Item,
      cache: { scope: "public", maxAge: "60s" },
      errors: ["resource-not-found"],
      relations: { collection: "listItems" },
    },
  },

  handlers: ({ items }) => ({
    listItems: () => items.all(),
    getItem: ({ params: { itemId }, fail }) => items.find(itemId) ?? fail("resource-not-found"),
  }),

  health: ({ items }) => ({
    items() {
      if (items.all().length > 0) return;
      return { status: "degraded", detail: "There are no items to serve." };
    },
  }),

  metrics: ({ items }) => ({
    items: { help: "Number of items served.", type: "gauge", read: () => items.all().length },
  }),
});
`;
}
function testSource({ id, camel }) {
	return `import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, testPlugin, type TestServer } from "waymark/testing";
import plugin from "./index.ts";

// Tests that every plugin has to pass: alone, with the preset, switched off, failing, reloaded.
await testPlugin(plugin);

const items = [{ id: "tea", title: "Tea" }];
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    config: { plugins: { ${id === camel ? id : JSON.stringify(id)}: [plugin, { items }] } },
  });
});
afterAll(() => server.close());

it("serves the items of its options", async () => {
  const answer = await server.fetch("/api/${id}");
  expect(await answer.json()).toMatchObject({ items: [{ id: "tea", title: "Tea" }] });
});

it("answers 404 for an unknown item", async () => {
  const answer = await server.fetch("/api/${id}/coffee");
  expect(answer.status).toBe(404);
});
`;
}
// kernel/cli/new/files.ts
/** Version ranges of the package's dependencies: those that waymark itself is built and tested with. */
const RANGES = {
	zod: "^4.6.7",
	"@types/node": "^24.19.2",
	typescript: "^7.0.2",
	vitest: "^5.1.1"
};
/** Text by path within the package. `version` is that of the waymark that the plugin is written for. */
function pluginFiles(names, version) {
	return {
		"package.json": json(manifest(names, version)),
		"tsconfig.json": inline(json(TSCONFIG)),
		"waymark.config.yaml": configOf(names),
		"src/index.ts": pluginSource(names),
		"src/index.test.ts": testSource(names),
		"README.md": readmeOf(names),
		".gitignore": "node_modules/\ndist/\ndata/\n"
	};
}
function json(value) {
	return `${JSON.stringify(value, void 0, 2)}\n`;
}
/** Lists of words on one line, as formatters have them outside of package.json. */
function inline(text) {
	return text.replace(/\[\s+([^[\]{}]+?)\s+\]/g, (_, words) => `[${words.replace(/\s+/g, " ")}]`);
}
function manifest({ package: name }, version) {
	const waymark = `^${version}`;
	const { zod, ...tools } = RANGES;
	return {
		name,
		version: "0.1.0",
		description: "A plugin for waymark.",
		keywords: ["waymark", "waymark-plugin"],
		type: "module",
		engines: { node: ">=22.18" },
		exports: { ".": {
			types: "./dist/index.d.ts",
			default: "./dist/index.js"
		} },
		files: ["dist", "!dist/**/*.test.*"],
		scripts: {
			start: "waymark start",
			dev: "waymark dev",
			test: "vitest run --dir src",
			check: "tsc --noEmit && waymark check",
			build: "tsc",
			prepack: "npm run build"
		},
		peerDependencies: {
			waymark,
			zod
		},
		devDependencies: {
			...tools,
			waymark,
			zod
		}
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
		skipLibCheck: true
	},
	include: ["src"]
};
function configOf({ id }) {
	return `# The config of npm start: the plugins of waymark, and this one from its source.
service: ${id}
plugins:
  ./src/index.ts: true
`;
}
function readmeOf({ package: name, id }) {
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
// kernel/cli/new/names.ts
/** The names that follow from the name of a plugin's package. */
/** Names that npm accepts for a new package (https://docs.npmjs.com/cli/configuring-npm/package-json#name). */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const PACKAGE_NAME_LENGTH = 214;
const RESERVED = /* @__PURE__ */ new Set(["node_modules", "favicon.ico"]);
/** Ids that the kernel accepts. */
const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** Throws a UsageError for a name that a plugin's package cannot have. */
function pluginNames(name) {
	const form = "a plugin's package has a name such as tide-tables or @acme/tide-tables";
	const refuse = (message, hint) => {
		throw new UsageError(`${message}\n  hint: ${hint}`);
	};
	if (!PACKAGE_NAME.test(name) || name.length > PACKAGE_NAME_LENGTH || RESERVED.has(name)) refuse(`not a valid npm package name: ${show(name)}`, form);
	const id = name.slice(name.indexOf("/") + 1);
	if (!ID.test(id)) refuse(`the plugin's id would be ${show(id)}, which is not in kebab-case`, form);
	if (isBuiltin(name)) refuse(`${show(name)} is a module of Node, so no npm package can have this name`, `choose another name, or add a scope: @acme/${name}`);
	const camel = id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
	return {
		package: name,
		id,
		camel,
		type: camel.charAt(0).toUpperCase() + camel.slice(1)
	};
}
// kernel/cli/new/index.ts
const plugin = defineCommand({
	meta: {
		name: "plugin",
		description: "Create the package of a plugin"
	},
	args: {
		name: {
			type: "positional",
			required: true,
			description: "Name of the package, such as tide-tables or @acme/tide-tables"
		},
		into: {
			type: "string",
			valueHint: "folder",
			description: "New or empty folder to write to. Default: the name without its scope"
		}
	},
	run: (context) => run(context, async () => {
		const names = pluginNames(context.args.name);
		await refuseTaken(names);
		const { into = names.id } = context.args;
		const folder = resolve(into);
		const { version } = createRequire(import.meta.url)("waymark/package.json");
		const files = pluginFiles(names, version);
		await writeFiles(folder, into, files, "empty");
		print(nextSteps(names, folder === process.cwd() ? void 0 : into, Object.keys(files)));
	})
});
/** The new plugin must start beside the preset, so the names that follow from its id must be free there. */
async function refuseTaken({ id, camel }) {
	const { registry } = await boot({
		cwd: process.cwd(),
		env: {},
		file: false,
		validateLater: true
	});
	const path = `/api/${id}`;
	const server = registry.routes.find((route) => route.path === path)?.plugin;
	const taken = [
		[registry.installed.some(({ plugin: existing }) => existing.id === id), `waymark already has a plugin ${show(id)}`],
		[server !== void 0, `waymark's plugin ${show(server)} already serves ${path}`],
		[Object.hasOwn(registry.rootLinks, camel), `the API root already has a link ${show(camel)}`]
	].find(([isTaken]) => isTaken)?.[1];
	if (taken !== void 0) throw new UsageError(`${taken}\n  hint: choose another name, such as my-${id}`);
}
function nextSteps({ package: name, id }, into, files) {
	return [
		`${name}: ${files.length} files${into === void 0 ? "" : ` in ${into}`}`,
		...files.map((path) => `  ${path}`),
		"",
		"next:",
		...into === void 0 ? [] : [`  cd ${/^[\w./-]+$/.test(into) ? into : show(into)}`],
		"  npm install",
		"  npm test",
		`  npm start    # http://127.0.0.1:3000/api/${id}`
	].join("\n");
}
const newThing = defineCommand({
	meta: {
		name: "new",
		description: "Create a plugin, or the files of a deployment"
	},
	subCommands: {
		plugin,
		deployment: () => import("./deployment/index.js").then((m) => m.deployment)
	}
});
export { newThing };

//# sourceMappingURL=index.js.map