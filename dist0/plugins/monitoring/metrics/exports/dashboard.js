import { n as trafficMatcher } from "../../../../chunks/alert-rules.js";
// plugins/monitoring/metrics/exports/panels.ts
const NODES = "job=\"$job\", instance=~\"$instance\"";
const PERCENTILES = [
	.5,
	.95,
	.99
];
/**
* The server itself.
* @param traffic matches the routes that clients ask.
*/
function serverPanels(traffic) {
	const requests = `http_requests_total{${NODES}, ${traffic}}`;
	const failures = `http_requests_total{${NODES}, ${traffic}, status="5xx"}`;
	const durations = `http_request_duration_seconds_bucket{${NODES}, ${traffic}}`;
	const all = `sum(${rate(requests)})`;
	const gauge = (name, by = "instance") => `sum by (${by}) (${name}{${NODES}})`;
	return [
		["Requests", [
			panel("Requests by route", "Answered requests of clients.", "reqps", [{
				expr: `sum by (route) (${rate(requests)})`,
				legend: "{{route}}"
			}]),
			panel("Requests by status", "Answered requests of clients.", "reqps", [{
				expr: `sum by (code) (${rate(requests)})`,
				legend: "{{code}}"
			}]),
			panel("Share of errors", "Requests of clients that were answered with 5xx.", "percentunit", [{
				expr: `(sum(${rate(failures)}) or 0 * ${all}) / ${all}`,
				legend: "5xx"
			}]),
			panel("Errors by route", "Requests of clients that were answered with 5xx.", "reqps", [{
				expr: `sum by (route, code) (${rate(failures)})`,
				legend: "{{route}} {{code}}"
			}]),
			panel("Latency", "Time to the decision on an answer, of all routes together.", "s", percentiles(durations)),
			panel("Latency by route", "Time within which 99 of 100 answers were decided.", "s", [{
				expr: quantile(.99, `sum by (route, le) (${rate(durations)})`),
				legend: "{{route}}"
			}])
		]],
		["Saturation", [
			panel("Requests in flight", "Requests that are not answered yet.", "short", [{
				expr: gauge("http_requests_in_flight"),
				legend: "{{instance}}"
			}]),
			panel("Delay of the event loop", "How late timers are.", "s", [{
				expr: gauge("nodejs_eventloop_lag_mean_seconds"),
				legend: "mean {{instance}}"
			}, {
				expr: gauge("nodejs_eventloop_lag_p99_seconds"),
				legend: "p99 {{instance}}"
			}]),
			panel("Processor time", "Of one processor each.", "percentunit", [{
				expr: `sum by (instance) (${rate(`process_cpu_seconds_total{${NODES}}`)})`,
				legend: "{{instance}}"
			}]),
			panel("Memory", "Of the process, and of its JavaScript heap.", "bytes", [{
				expr: gauge("process_resident_memory_bytes"),
				legend: "resident {{instance}}"
			}, {
				expr: gauge("nodejs_heap_size_used_bytes"),
				legend: "heap {{instance}}"
			}])
		]],
		["Nodes", [
			panel("Nodes by revision", "Nodes that answer scrapes, by what they serve.", "short", [{
				expr: `count by (version, revision) (waymark_build_info{job="$job"})`,
				legend: "{{version}} {{revision}}"
			}, {
				expr: `count(up{job="$job"} == 0)`,
				legend: "down"
			}]),
			panel("State", "Alerts that fire.", "short", [{ expr: `count by (alertname) (ALERTS{job="$job", alertstate="firing"})` }]),
			panel("Config", "1 while the latest change of the config is applied.", "short", [{
				expr: gauge("config_last_reload_successful"),
				legend: "{{instance}}"
			}]),
			panel("Time since the start", "Of each process.", "s", [{
				expr: `time() - process_start_time_seconds{${NODES}}`,
				legend: "{{instance}}"
			}])
		]]
	];
}
/** One family of a plugin: a counter by second, a histogram by its percentiles. */
function familyPanels({ plugin, name, type, help }) {
	const family = `${plugin.replaceAll("-", "_")}_${name}`;
	const unit = /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1];
	const queries = type === "histogram" ? percentiles(`${family}_bucket{${NODES}}`) : [{ expr: type === "counter" ? rate(`${family}{${NODES}}`) : timeOr(`${family}{${NODES}}`) }];
	const [plain, perSecond] = UNITS[unit ?? ""] ?? ["short", "cps"];
	return [panel(family, help, type === "counter" ? perSecond : plain, queries)];
}
/** By unit of a name: of its value, and of what is added each second. */
const UNITS = {
	seconds: ["s", "percentunit"],
	bytes: ["bytes", "Bps"]
};
/** A point in time is shown as the time since. */
function timeOr(series) {
	return series.includes("_timestamp_seconds{") ? `time() - ${series}` : series;
}
function panel(title, description, unit, queries) {
	return {
		title,
		description,
		unit,
		queries
	};
}
/** Per second, over as long as Grafana finds right for the time that is shown. */
function rate(series) {
	return `rate(${series}[$__rate_interval])`;
}
function percentiles(buckets) {
	return PERCENTILES.map((share) => ({
		expr: quantile(share, `sum by (le) (${rate(buckets)})`),
		legend: `p${share * 100}`
	}));
}
function quantile(share, buckets) {
	return `histogram_quantile(${share}, ${buckets})`;
}
// plugins/monitoring/metrics/exports/dashboard.ts
/** That of Grafana 11; later ones convert it when they import it. */
const SCHEMA_VERSION = 39;
const COLUMNS = 24;
const HEIGHT = 8;
const DATASOURCE = {
	type: "prometheus",
	uid: "${datasource}"
};
/** Returns the dashboard as JSON, with a row for the server and one for each plugin that has metrics. */
function dashboard(registry, job) {
	const byPlugin = Map.groupBy(registry.metrics, ({ plugin }) => plugin);
	const rows = [...serverPanels(trafficMatcher(registry)), ...[...byPlugin].map(([plugin, metrics]) => [plugin, metrics.flatMap(familyPanels)])];
	const { name } = registry.app;
	return `${JSON.stringify({
		uid: `waymark-${job}`.replace(/[^\w-]/g, "-").slice(0, 40),
		title: name,
		description: `Generated by "waymark export grafana" from revision ${registry.revision}.`,
		tags: ["waymark"],
		schemaVersion: SCHEMA_VERSION,
		editable: true,
		graphTooltip: 1,
		refresh: "30s",
		time: {
			from: "now-3h",
			to: "now"
		},
		annotations: { list: [] },
		templating: { list: variables(job) },
		panels: layOut(rows)
	}, void 0, 2)}\n`;
}
function variables(job) {
	return [
		{
			name: "datasource",
			label: "Data source",
			type: "datasource",
			query: "prometheus"
		},
		{
			name: "job",
			type: "constant",
			query: job,
			current: {
				selected: true,
				text: job,
				value: job
			},
			hide: 2
		},
		{
			name: "instance",
			label: "Node",
			type: "query",
			datasource: DATASOURCE,
			query: "label_values(up{job=\"$job\"}, instance)",
			refresh: 2,
			sort: 1,
			multi: true,
			includeAll: true,
			allValue: ".*",
			current: {
				selected: true,
				text: ["All"],
				value: ["$__all"]
			}
		}
	];
}
/** Two panels beside each other, under a heading for each row. */
function layOut(rows) {
	const panels = [];
	let y = 0;
	for (const [title, contents] of rows) {
		panels.push(heading(panels.length + 1, title, y));
		y++;
		for (const [index, panel] of contents.entries()) {
			const width = COLUMNS / 2;
			const gridPos = {
				x: index % 2 * width,
				y,
				w: width,
				h: HEIGHT
			};
			panels.push(toJson(panels.length + 1, panel, gridPos));
			if (index % 2 === 1 || index === contents.length - 1) y += HEIGHT;
		}
	}
	return panels;
}
function heading(id, title, y) {
	return {
		id,
		type: "row",
		title,
		collapsed: false,
		panels: [],
		gridPos: {
			x: 0,
			y,
			w: COLUMNS,
			h: 1
		}
	};
}
function toJson(id, { title, description, unit, queries }, gridPos) {
	return {
		id,
		type: "timeseries",
		title,
		description,
		datasource: DATASOURCE,
		gridPos,
		fieldConfig: {
			defaults: {
				unit,
				min: 0,
				custom: { fillOpacity: 10 }
			},
			overrides: []
		},
		options: {
			legend: {
				displayMode: "list",
				placement: "bottom",
				showLegend: true,
				calcs: []
			},
			tooltip: {
				mode: "multi",
				sort: "desc"
			}
		},
		targets: queries.map(({ expr, legend = "__auto" }, index) => ({
			refId: "ABC".charAt(index),
			datasource: DATASOURCE,
			editorMode: "code",
			range: true,
			expr,
			legendFormat: legend
		}))
	};
}
export { dashboard };

//# sourceMappingURL=dashboard.js.map