import { a as NoResponseError, i as Results, o as createClient, r as ConformanceTests } from "../../chunks/parameters.js";
import { n as withoutCredentials } from "../../chunks/credentials.js";
import { a as OTHER_CONFIG, i as ForeignHeaders, n as OperationFinder, o as otherRevision, r as Traffic, s as servedRevision, t as runConformance } from "../../chunks/run.js";
import { g as remove, h as make, k as testLaw, n as needsCredential, v as OK, x as expectThat } from "../../chunks/context.js";
import { i as mayWrite } from "../../chunks/sample.js";
import { r as withNodes } from "../../chunks/report.js";
import { n as bootHere, t as UsageError } from "../../chunks/command.js";
import { hash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
// kernel/check/nodes/answers.ts
/** The law of answers: with the same data, every node has the same answers for caches, to the byte. */
/** How often the nodes are asked again, as the data may have changed between their answers, and after which pause. */
const TRIES = 8;
const PAUSE_MS = 300;
function answersCase({ operations, nodes }) {
	const targets = operations.filter(({ route: { method, kind } }) => method === "GET" && kind !== "stream").map(({ target, route: { ref } }) => [target, ref]);
	return testLaw("nodes: answers", "every node has the same entity tags and bodies, wherever caches may keep them", async () => (await Array.fromAsync(new Map(targets), ([target, ref]) => differences(target, ref, nodes))).flat());
}
async function differences(target, ref, nodes) {
	for (let tries = 1;; tries++) {
		const answers = await Promise.all(nodes.map(async ({ origin, ask }) => ({
			origin,
			answer: await ask(target)
		})));
		const [first, ...others] = answers;
		if (first === void 0 || !mayBeKept(first.answer)) return OK;
		const expected = shown(first.answer);
		const other = others.find(({ answer }) => shown(answer) !== expected);
		if (other === void 0) return OK;
		if (tries === TRIES) {
			const namesNode = answers.some(({ origin, answer }) => answer.body.includes(origin));
			return [{
				expected: `GET ${target} as from ${first.origin}: ${expected}`,
				received: `${shown(other.answer)} from ${other.origin}`,
				hint: namesNode ? "set baseUrl to the address of the service" : `waymark explain ${ref}`
			}];
		}
		await setTimeout(PAUSE_MS);
	}
}
/** Whether caches may keep the answer (RFC 9111, section 3). */
function mayBeKept({ headers }) {
	const { "cache-control": control, etag } = headers;
	return (control !== void 0 || etag !== void 0) && control?.includes("no-store") !== true;
}
function shown({ status, headers, body }) {
	const { etag = "none", "content-type": type = "none", location = "" } = headers;
	return `${status} ${location} ETag ${etag}, ${type}, ${`${body.byteLength} bytes`} ${hash("sha256", body).slice(0, 12)}`;
}
// kernel/check/nodes/context.ts
/** @param asked of which the first finds the paths. */
async function nodesContext(registry, asked, exhaust) {
	const [{ target, traffic }] = asked;
	const finder = new OperationFinder(registry, target, traffic);
	const operations = [...await finder.findAll()].flatMap(([route, path]) => "target" in path && !needsCredential(route, target) ? [finder.operationAt(route, path.target)] : []);
	const nodes = serviceNodes(asked);
	const answers = /* @__PURE__ */ new Map();
	const context = {
		registry,
		target,
		operations,
		exhaust,
		ask: traffic.ask,
		read(path, method = "GET") {
			const answer = answers.get(`${method} ${path}`) ?? traffic.ask(path, { method });
			answers.set(`${method} ${path}`, answer);
			return answer;
		},
		nodes,
		creations: mayWrite(target) ? operations.filter(({ route }) => route.method === "POST" && route.creates !== void 0).map((operation) => creationBy(operation, () => context)) : []
	};
	return context;
}
function serviceNodes(asked) {
	return asked.map(({ target: { origin }, traffic }) => ({
		origin,
		ask: traffic.ask
	}));
}
function creationBy(operation, context) {
	const { route, path } = operation;
	return {
		operation,
		async make({ ask }) {
			const made = await make(context().registry, route, path, ask);
			return made.path === void 0 ? { missing: made.missing } : { path: made.path };
		},
		remove: ({ ask }, made) => remove(made, {
			...context(),
			ask
		})
	};
}
// kernel/check/nodes/revision.ts
async function revisionsOf(registry, nodes) {
	const revisions = nodes.map(async ({ origin, ask }) => [origin, await servedRevision(registry, (path) => ask(path))]);
	return new Map(await Promise.all(revisions));
}
const REVISION = {
	name: "nodes: revision",
	law: "all nodes run one revision"
};
function revisionCase({ revision }, revisions) {
	if ([...revisions.values()].includes(void 0)) return {
		...REVISION,
		skipped: "no resource reports the revision to the check"
	};
	return testLaw(REVISION.name, REVISION.law, async () => [...revisions].flatMap(([origin, served]) => expectThat(served === revision, `revision ${revision} at ${origin}`, `revision ${String(served)}`)).map((violation) => ({
		...violation,
		hint: OTHER_CONFIG
	})));
}
/** The first line of a report when the nodes run several revisions, or another one than the one here. */
function differenceOf(registry, revisions) {
	const distinct = new Set(revisions.values());
	const [served] = distinct;
	if (distinct.size < 2) return otherRevision(registry, served);
	return `the nodes run different revisions: ${[...revisions].map(([origin, one = "unknown"]) => `${origin} ${one}`).join(", ")}; here is ${registry.revision}`;
}
// kernel/check/nodes/run.ts
/** @param registry what the nodes should run. */
async function checkNodes(registry, { clients, writes, credentials }, { exhaust = false, onProgress } = {}) {
	const began = performance.now();
	const tests = await ConformanceTests.load(registry);
	const laws = [];
	const progress = (text) => onProgress?.({
		done: laws.length,
		total: 0,
		text
	});
	const foreign = new ForeignHeaders(registry);
	const asked = [...clients].map(([origin, client]) => {
		const target = {
			origin,
			client,
			exclusive: false,
			writes,
			credentials
		};
		return {
			target,
			traffic: new Traffic(registry, target, tests, progress, foreign)
		};
	});
	const [first, ...others] = asked;
	if (first === void 0 || others.length === 0) throw new Error("one node has no others");
	const results = new Results(() => {}, "the nodes");
	const test = async (one) => {
		const law = "law" in one ? one.law : one.name;
		progress(law);
		const before = results.report().failures.length;
		await results.run(void 0, [one]);
		const isBroken = results.report().failures.length > before;
		const outcome = one.skipped !== void 0 ? "not tested" : isBroken ? "broken" : "holds";
		laws.push({
			law,
			case: one.name,
			outcome
		});
	};
	const revisions = await revisionsOf(registry, serviceNodes(asked));
	await test(revisionCase(registry, revisions));
	progress("finding paths");
	const context = await nodesContext(registry, [first, ...others], exhaust);
	await test(answersCase(context));
	for (const one of tests.cases((tested, statement) => tested.nodes?.(context, statement))) await test(one);
	progress("");
	for (const text of foreign.warnings()) results.warn(text);
	const differs = differenceOf(registry, revisions);
	const report = {
		url: [...clients.keys()].join(" "),
		exclusive: false,
		revision: registry.revision,
		...differs === void 0 ? {} : { differs },
		operations: registry.routes.length,
		requests: asked.reduce((sum, { traffic }) => sum + traffic.requests, 0),
		...results.report(),
		laws,
		milliseconds: Math.round(performance.now() - began)
	};
	return withoutCredentials(report, credentials);
}
// kernel/cli/check-running.ts
/** `waymark check` of servers that run already: a service at one origin, and its nodes. */
async function checkRunning(config, { url, nodes: named, exhaust = false, writes = false, credentials }, onProgress) {
	const service = url === void 0 ? void 0 : originOf(url, "url");
	const nodes = [...new Set(named.map((node) => originOf(node, "node")))];
	if (nodes.length === 1) throw new UsageError("--node names one node, and none to compare it with\n  hint: name each node: --node http://10.0.0.1:3000 --node http://10.0.0.2:3000");
	const origins = [service ?? [], nodes].flat();
	const far = origins.find((origin) => !isOfThisMachine(origin));
	if (writes && far !== void 0) throw new UsageError(`--writes changes and removes data, and ${far} is not a server of this machine\n  hint: leave --url out, and writes are tested on a server with scratch data; or start one here with a copy of the data`);
	const { registry, listeningAt } = await bootHere(config);
	listeningAt(origins[0] ?? "");
	const open = /* @__PURE__ */ new Map();
	const clientOf = (origin) => {
		const client = open.get(origin) ?? createClient(origin);
		open.set(origin, client);
		return client;
	};
	const options = {
		exhaust,
		onProgress
	};
	const rest = {
		writes,
		credentials
	};
	const check = async () => {
		const ofNodes = () => checkNodes(registry, {
			clients: new Map(nodes.map((node) => [node, clientOf(node)])),
			...rest
		}, options);
		if (service === void 0) return ofNodes();
		const target = {
			origin: service,
			exclusive: false,
			client: clientOf(service),
			...rest
		};
		const report = await runConformance(registry, target, options);
		return nodes.length === 0 ? report : withNodes(report, await ofNodes());
	};
	try {
		for (const origin of origins) await answering(origin, () => clientOf(origin).ask("/", { method: "HEAD" }));
		return await answering(origins.join(", "), check);
	} finally {
		for (const client of open.values()) client.close();
	}
}
/** Rejects with a mistake of the caller where no server answers. */
async function answering(where, run) {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof NoResponseError)) throw error;
		throw new UsageError(`${where} does not answer: ${error.message}\n  hint: start the server there, or leave --url out to start one for the check`);
	}
}
/** Whether an origin is one of loopback: the data there is the user's own. */
function isOfThisMachine(origin) {
	const { hostname } = new URL(origin);
	return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
function originOf(text, flag) {
	const url = URL.canParse(text) ? new URL(text) : void 0;
	const plain = url !== void 0 && url.pathname === "/" && url.search === "" && url.hash === "";
	if (url === void 0 || !plain || !/^https?:$/.test(url.protocol)) throw new UsageError(`--${flag} ${JSON.stringify(text)} is not an origin\n  hint: write scheme, host and port, such as http://127.0.0.1:3000`);
	return url.origin;
}
export { checkRunning };

//# sourceMappingURL=check-running.js.map