import { n as IssuedCredentials, r as ConformanceTests, t as pathFinder } from "./parameters.js";
// kernel/testing/requests.ts
/** Requests to a test server as a check sends them, with the headers that its policies ask of clients. */
/**
* Returns a function that sends a GET in memory, with the headers of the policies' conformance tests and what the route
* asks for.
*/
async function asker(server) {
	const { registry } = server;
	const tests = await ConformanceTests.load(registry);
	const issued = new IssuedCredentials(registry);
	return async (target, headers = {}) => {
		const credentials = await issued.at({
			method: "GET",
			target
		}, "waymark-test");
		return server.fetch(target, { headers: {
			...tests.requestHeaders(),
			...credentials,
			...headers
		} });
	};
}
/** Returns a function that finds the path of a route, from what the server answers in memory. */
async function serverPathFinder(server) {
	const ask = await asker(server);
	return pathFinder({
		registry: server.registry,
		ask: async (target) => {
			const answer = await ask(target);
			return {
				status: answer.status,
				headers: Object.fromEntries(answer.headers),
				body: Buffer.from(await answer.arrayBuffer())
			};
		}
	});
}
/** Whether a route answers a plain GET with a body that ends. */
function isRead({ method, kind }) {
	return method === "GET" && kind !== "stream";
}
export { isRead as n, serverPathFinder as r, asker as t };

//# sourceMappingURL=requests.js.map