// plugins/shared/traffic.ts
/**
* Probes and scrapes come all the time, whether or not clients do; routes that always refuse fail by intention. The service is
* not judged by them, nor by the requests of operators.
*/
function isTraffic({ kind, declaration: { listener, probe }, plugin }) {
	if (listener !== void 0 || probe !== void 0) return false;
	return kind !== "alwaysFails" && plugin !== "metrics";
}
export { isTraffic as t };

//# sourceMappingURL=traffic.js.map