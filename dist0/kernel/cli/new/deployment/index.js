import { t as defineCommand } from "../../../../chunks/citty.js";
import { a as show } from "../../../../chunks/finding.js";
import { C as toVariable, E as configPath, d as CONFIG_FILES, g as envTargets, t as boot, y as optionVariable } from "../../../../chunks/boot.js";
import { c as print, d as run, i as environment, r as configFlag, t as UsageError } from "../../../../chunks/command.js";
import { t as writeFiles } from "../../../../chunks/write-files.js";
import { l as configKey } from "../../../../chunks/time-slices.js";
import { c as keysOf, d as toNode, s as holdsSecret, u as propertyOf } from "../../../../chunks/explain-issues.js";
import { n as toMilliseconds } from "../../../../chunks/duration.js";
import { t as effectiveConfig } from "../../../../chunks/effective-config.js";
import { existsSync, readFileSync } from "node:fs";
import { hash } from "node:crypto";
import { basename, dirname, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
// kernel/cli/new/deployment/balancer.ts
/** Port at which the balancer takes requests. */
const BALANCER_PORT = 8080;
/** Looks without an answer after which a node gets no requests. */
const FALL = 2;
function haproxyConfig(facts) {
	const { name, into, port, nodes, ready, delaySeconds, listeners } = facts;
	const options = [
		"check",
		...listeners.tls === void 0 ? [] : ["ssl verify none"],
		...listeners.hasProxyProtocol ? ["send-proxy-v2-ssl check-send-proxy"] : []
	].join(" ");
	const servers = nodeNames(nodes).map((node) => `  server ${node} ${node}:${port} ${options}\n`);
	const everyMs = Math.max(200, Math.min(1e3, Math.floor(delaySeconds * 1e3 / 3)));
	const check = ready === void 0 ? "" : READINESS.replace("PATH", ready);
	return `# ${name}: requests go to every node that is ready. Checked with: haproxy -c -f ${into}/haproxy.cfg
global
  log stdout format raw local0 info
  # Two descriptors each: within the limits of most systems.
  maxconn 4000
  # The time of the stop of a node, so that streams end before this process does.
  hard-stop-after 60s

# A container that starts again may have another address.
resolvers names
  parse-resolv-conf
  hold valid 5s

defaults
  mode http
  log global
  timeout connect 2s
  timeout client 60s
  # Longer than any handler may take, and than the pause between two heartbeats of an event stream.
  timeout server 60s
  timeout http-request 10s
  timeout check 5s
  # A node that is not ready gets no requests before its stop.delay has passed.
  default-server inter ${everyMs}ms fall ${FALL} rise 1 resolvers names init-addr last,libc,none
  # Only requests that no node has received are sent again.
  retries 2
  retry-on conn-failure
  option redispatch

frontend clients
  bind :${BALANCER_PORT}
  # Clients may send these too; the service believes only this proxy.
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  option forwardfor
  default_backend nodes

backend nodes
  balance leastconn
  http-reuse ${listeners.hasProxyProtocol ? "never" : "safe"}
${listeners.tls === void 0 ? "" : NETWORK}${check}${servers.join("")}`;
}
const NETWORK = `  # The certificate has the names that clients use; the network is this balancer's own.
`;
const READINESS = `  option httpchk
  http-check send meth GET uri PATH ver HTTP/1.1 hdr Host balancer
  http-check expect status 200
`;
function nodeNames(count) {
	return Array.from({ length: count }, (_, index) => `node-${index + 1}`);
}
// kernel/cli/new/deployment/listeners.ts
/** Where a service listens, and what scrapers read there, as its deployment has to know it. */
/** The folder of the project in an image. */
const APP = "/app";
const OPENMETRICS = "application/openmetrics-text";
function listenersOf({ config, registry }) {
	const { admin, socket, tls, proxyProtocol } = config;
	const adminPort = admin?.socket === void 0 ? admin?.port : void 0;
	const exposing = (routes) => routes.find(({ declaration: { produces = [] } }) => produces.some((type) => type.startsWith(OPENMETRICS)))?.path;
	const ofAdmin = adminPort === void 0 ? void 0 : exposing(registry.adminRoutes);
	const ofClients = socket === void 0 ? exposing(registry.routes) : void 0;
	const path = ofAdmin ?? ofClients;
	const isAdmin = ofAdmin !== void 0;
	return {
		sockets: {
			clients: socket,
			admin: admin?.socket
		},
		adminPort,
		tls: tls && certificateOf(tls),
		hasProxyProtocol: proxyProtocol,
		metrics: path === void 0 ? void 0 : {
			path,
			isAdmin,
			scheme: tls === void 0 || isAdmin ? "http" : "https"
		}
	};
}
function certificateOf({ cert, key }) {
	const [one, other] = [cert, key].map((path) => dirname(resolve(APP, path)));
	return {
		cert,
		key,
		folder: one === other && one !== "/app" ? one : void 0
	};
}
/** The folder of a secret's file in a deployment, and its name there. */
function certificateFiles({ cert, key }) {
	return [cert, key].map((path) => basename(path));
}
// kernel/cli/new/deployment/facts.ts
/** The facts of a service that its deployment has to know, from registry and config, so that nothing is written twice. */
/** The variables under which the engines that several nodes share are found. */
const DATABASE = "DATABASE_URL";
const REDIS = "WAYMARK_REDIS_URL";
/** The variable that says where the data of a single node is. */
const DATA_FILE = "WAYMARK_STORE_FILE";
/** The variable of the job that exported rules are about. */
const JOB = "WAYMARK_METRICS_JOB";
/** The variable of the address of the admin listener, which is loopback by default. */
const ADMIN_HOST = "WAYMARK_ADMIN_HOST";
/** Those that a deployment sets itself, or that belong to the machine on which this command runs. */
const OF_THE_PLACE = /* @__PURE__ */ new Set([
	"PORT",
	"HOST",
	ADMIN_HOST,
	"WAYMARK_INSTANCE",
	DATA_FILE
]);
/** Time for closers behind the drain, in seconds. */
const CLOSERS_SECONDS = 15;
async function factsOf(booted, { env, nodes, into }) {
	const { config, registry, installed, file, folder } = booted;
	const on = installed.filter(({ enabled }) => enabled);
	const values = await effectiveConfig(booted, env, {});
	const originOf = new Map(values.map(({ key, origin }) => [key, origin]));
	const held = on.flatMap((entry) => secretsOf(entry));
	const byVariable = values.flatMap(({ origin }) => env[origin] === void 0 ? [] : [origin]);
	const secret = new Set(held.flatMap(({ key }) => originOf.get(key) ?? []));
	const { delay, drain } = config.stop;
	const [delaySeconds, drainSeconds] = [delay, drain].map((time) => seconds(time));
	const hasDatabase = hasValue(booted, DATABASE);
	const probe = (kind) => registry.routes.find(({ declaration }) => declaration.probe === kind)?.path;
	const isFromFile = ({ key }) => file !== void 0 && originOf.get(key) === basename(file);
	return {
		name: hostName(config.app.name),
		description: config.app.description,
		into: relative(folder, resolve(into)) || ".",
		project: relative(resolve(into), folder) || ".",
		port: config.port === 0 ? 3e3 : config.port,
		nodes,
		live: probe("live"),
		ready: probe("ready"),
		delaySeconds: delaySeconds ?? 0,
		graceSeconds: (delaySeconds ?? 0) + (drainSeconds ?? 0) + CLOSERS_SECONDS,
		secrets: held.filter((one) => originOf.get(one.key) !== "default" && !isFromFile(one)),
		variables: {
			...file === void 0 || CONFIG_FILES.includes(basename(file)) ? {} : { WAYMARK_CONFIG: basename(file) },
			...Object.fromEntries(byVariable.filter((name) => !OF_THE_PLACE.has(name) && !secret.has(name)).map((name) => [name, env[name] ?? ""]))
		},
		hasDatabase,
		hasRedis: hasValue(booted, REDIS),
		dataFile: hasDatabase ? void 0 : dataFileOf(booted),
		baseUrl: config.baseUrl,
		hasProxies: config.trustedProxies.length > 0,
		config: file === void 0 || !/\.(?:ya?ml|json)$/.test(file) ? void 0 : textOf(file),
		exposed: held.filter(isFromFile).map(({ key }) => key),
		hasLockFile: existsSync(join(folder, "package-lock.json")),
		listeners: listenersOf(booted),
		job: String(valueOf(installed, JOB) ?? "waymark"),
		alerts: await registry.exports.find(({ name }) => name === "alerts")?.text()
	};
}
/** Whether the option behind a variable has a value. */
function hasValue({ installed }, variable) {
	return valueOf(installed, variable) !== void 0;
}
function valueOf(installed, variable) {
	const target = envTargets(installed.map(({ plugin }) => plugin)).get(variable);
	const options = installed.find(({ plugin, enabled }) => enabled && plugin.id === target?.plugin)?.options;
	return target?.option === void 0 ? void 0 : options?.[target.option];
}
function dataFileOf({ installed }) {
	const file = valueOf(installed, DATA_FILE);
	return typeof file === "string" && file !== ":memory:" ? {
		variable: DATA_FILE,
		name: basename(file)
	} : void 0;
}
/** Every option of a plugin that holds a secret, set or not. */
function secretsOf(entry) {
	const { id, options, env = {} } = entry.plugin;
	const root = options && toNode(options);
	return keysOf(root).flatMap((option) => {
		const schema = propertyOf(root, option);
		if (schema === void 0 || !holdsSecret(schema)) return [];
		const variable = env[option] ?? optionVariable(id, option);
		return [{
			variable,
			file: variable.replace(/^WAYMARK_/, "").toLowerCase().replaceAll("_", "-"),
			key: `${configPath(configKey(entry))}.${option}`
		}];
	});
}
function textOf(file) {
	const text = readFileSync(file, "utf8");
	return {
		name: basename(file),
		text,
		sum: hash("sha256", text)
	};
}
function seconds(time) {
	return Math.ceil(toMilliseconds(time) / 1e3);
}
/** The name as DNS allows it: `Brain Atlas` as `brain-atlas`. */
function hostName(name) {
	return toVariable(name.replaceAll(/[^A-Za-z0-9]+/g, "-")).toLowerCase().replaceAll("_", "-").replace(/^[^a-z]+/, "").slice(0, 40).replace(/-+$/, "") || "waymark";
}
// kernel/cli/new/deployment/image.ts
/** The user of the images without a shell. */
const USER = 65532;
/** Where an image has Node. */
const NODE = "/nodejs/bin/node";
/** The program and its first arguments, as seen from the project's folder. SIGUSR1 would open a debugger. */
const START = [
	"--disable-sigusr1",
	"node_modules/waymark/kernel/cli/bin.js",
	"start"
];
/** Where containers keep data. */
const DATA = "/data";
function dockerfile(facts) {
	const { name, into, port, dataFile, hasLockFile, listeners } = facts;
	const { adminPort } = listeners;
	return `# syntax=docker/dockerfile:1
# docker build -f ${into}/Dockerfile -t ${name} .
${hasLockFile ? "" : "# npm ci needs package-lock.json, which npm install writes.\n"}FROM node:24-bookworm-slim AS build
WORKDIR ${APP}
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
${dataFile ? `RUN mkdir ${DATA}\n` : ""}
# Node and nothing else: no shell, no package manager, no user but this one. Runs with a read-only root.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR ${APP}
COPY --from=build ${APP} ${APP}
${(dataFile && `COPY --from=build --chown=65532:65532 /data /data\n`) ?? ""}ENV NODE_ENV=production HOST=0.0.0.0 PORT=${port}
USER ${USER}:${USER}
EXPOSE ${port}${adminPort === void 0 ? "" : ` ${adminPort}`}
STOPSIGNAL SIGTERM
ENTRYPOINT ["${NODE}"]
CMD ${JSON.stringify(START).replaceAll(",", ", ")}
`;
}
/** Beside the Dockerfile and named after it, so that it counts although the build begins in the project's folder. */
const dockerignore = ({ into, listeners: { tls } }) => `${tls === void 0 ? "" : `${tls.cert}\n${tls.key}\n`}.git
.github
.env*
**/*.log
**/*.test.*
coverage
data
${into}
node_modules
test
`;
/** A look at a path of the service from within a container, which has no other program for it. */
function lookAt({ port, listeners: { tls } }, path) {
	const script = `${tls === void 0 ? `require("node:http").get("http://127.0.0.1:${port}${path}"` : `require("node:https").get("https://127.0.0.1:${port}${path}", { rejectUnauthorized: false }`}, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on("error", () => process.exit(1))`;
	return [
		NODE,
		"-e",
		script
	];
}
// kernel/cli/new/deployment/yaml.ts
/** YAML for other programs: quoted so that readers of version 1.1 see the same texts, without references. */
function toYaml(value) {
	return stringify(value, {
		version: "1.1",
		aliasDuplicateObjects: false,
		lineWidth: 0
	});
}
// kernel/cli/new/deployment/compose.ts
/** The compose file: the nodes, the engines that they share, and the balancer. */
/** The network of balancer and nodes: the service trusts the proxies in it. */
const SUBNET = "172.30.93.0/24";
const PASSWORD = "postgres-password";
function composeFile(facts) {
	const { name, nodes, hasDatabase, hasRedis, dataFile } = facts;
	const isBalanced = nodes > 1;
	const given = secretsGiven(facts);
	const files = [...given.map(({ file }) => file), ...hasDatabase ? [PASSWORD] : []];
	const compose = {
		name,
		services: {
			...isBalanced ? Object.fromEntries(nodeNames(nodes).map((node) => [node, nodeService(facts, node)])) : { [name]: {
				...nodeService(facts, void 0),
				ports: [`${facts.port}:${facts.port}`]
			} },
			...isBalanced ? { balancer: balancer(nodes) } : {},
			...hasDatabase ? { postgres: postgres(name) } : {},
			...hasRedis ? { valkey: VALKEY } : {},
			...facts.listeners.metrics === void 0 ? {} : { prometheus: prometheus(facts) }
		},
		networks: {
			front: { ipam: { config: [{ subnet: SUBNET }] } },
			...hasDatabase || hasRedis ? { back: { internal: true } } : {}
		},
		...volumes$1([
			...dataFile === void 0 ? [] : ["data"],
			...hasDatabase ? ["postgres"] : [],
			...hasRedis ? ["valkey"] : [],
			...facts.listeners.metrics === void 0 ? [] : ["prometheus"]
		]),
		...files.length === 0 ? {} : { secrets: Object.fromEntries(files.map((file) => [file, { file: `./secrets/${file}` }])) }
	};
	return `${head(facts, given)}${toYaml(compose)}`;
}
/** Redis of this file has no password, as no other network reaches it. */
function secretsGiven({ secrets }) {
	return secrets.filter(({ variable }) => variable !== REDIS);
}
function head(facts, secrets) {
	const { name, into, hasDatabase } = facts;
	const own = hasDatabase ? [`openssl rand -hex 24 > ${into}/secrets/${PASSWORD}`, `printf 'postgres://${name}:%s@postgres/${name}' "$(cat ${into}/secrets/${PASSWORD})" > ${into}/secrets/database-url`] : [];
	const others = secrets.filter(({ variable }) => variable !== DATABASE).map(({ file, key }) => `editor ${into}/secrets/${file}    # ${key}`);
	const steps = [...own, ...others];
	const lines = steps.length === 0 ? [] : [
		`mkdir -pm 700 ${into}/secrets`,
		...steps,
		`chmod 444 ${into}/secrets/*`
	];
	const { tls, metrics } = facts.listeners;
	const certificate = tls === void 0 ? [] : [`sudo install -d -o ${USER} -m 500 ${into}/tls`, ...certificateFiles(tls).map((file) => `sudo install -o ${USER} -m 400 ${file} ${into}/tls/    # again when it is renewed`)];
	const scraped = metrics === void 0 ? [] : [`docker compose -f ${into}/compose.yaml --profile monitoring up`];
	return [
		...lines,
		...certificate,
		`docker compose -f ${into}/compose.yaml up --build --detach`,
		...scraped
	].map((line) => `# ${line}\n`).join("");
}
function nodeService(facts, node) {
	const { name, into, project, ready, live, graceSeconds, variables, hasDatabase, hasRedis, dataFile } = facts;
	const secrets = secretsGiven(facts);
	const path = ready ?? live;
	const { tls } = facts.listeners;
	const mounts = [...dataFile === void 0 ? [] : [`data:${DATA}`], ...tls === void 0 ? [] : [`./tls:${tls.folder}:ro`]];
	const engines = [...hasDatabase ? ["postgres"] : [], ...hasRedis ? ["valkey"] : []];
	return {
		image: name,
		build: {
			context: project,
			dockerfile: `${into}/Dockerfile`
		},
		restart: "unless-stopped",
		user: `${USER}:${USER}`,
		read_only: true,
		tmpfs: ["/tmp"],
		cap_drop: ["ALL"],
		security_opt: ["no-new-privileges:true"],
		stop_grace_period: `${graceSeconds}s`,
		environment: {
			...variables,
			...node === void 0 ? {} : {
				WAYMARK_INSTANCE: node,
				WAYMARK_TRUSTED_PROXIES: SUBNET,
				WAYMARK_BASE_URL: facts.baseUrl ?? `http://localhost:8080`
			},
			...facts.listeners.adminPort === void 0 ? {} : { [ADMIN_HOST]: "0.0.0.0" },
			...hasRedis ? { [REDIS]: "redis://valkey:6379" } : {},
			...dataFile === void 0 ? {} : { [dataFile.variable]: `${DATA}/${dataFile.name}` },
			...Object.fromEntries(secrets.map(({ variable, file }) => [`${variable}_FILE`, `/run/secrets/${file}`]))
		},
		...secrets.length === 0 ? {} : { secrets: secrets.map(({ file }) => file) },
		...mounts.length === 0 ? {} : { volumes: mounts },
		...path === void 0 ? {} : { healthcheck: looked(["CMD", ...lookAt(facts, path)]) },
		networks: engines.length === 0 ? ["front"] : ["front", "back"],
		...engines.length === 0 ? {} : { depends_on: healthy(engines) }
	};
}
function balancer(nodes) {
	return {
		image: "haproxy:3.0-alpine",
		restart: "unless-stopped",
		read_only: true,
		cap_drop: ["ALL"],
		security_opt: ["no-new-privileges:true"],
		ports: [`${BALANCER_PORT}:${BALANCER_PORT}`],
		volumes: ["./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro"],
		networks: ["front"],
		depends_on: healthy(nodeNames(nodes))
	};
}
function postgres(name) {
	return {
		image: "postgres:17-alpine",
		restart: "unless-stopped",
		environment: {
			POSTGRES_USER: name,
			POSTGRES_DB: name,
			POSTGRES_PASSWORD_FILE: `/run/secrets/${PASSWORD}`
		},
		secrets: [PASSWORD],
		volumes: ["postgres:/var/lib/postgresql/data"],
		healthcheck: looked([
			"CMD",
			"pg_isready",
			"-U",
			name,
			"-d",
			name
		]),
		networks: ["back"],
		shm_size: "128mb"
	};
}
/** Only on request, as many have one already. */
function prometheus({ alerts }) {
	return {
		image: "prom/prometheus:v3.5.0",
		profiles: ["monitoring"],
		restart: "unless-stopped",
		read_only: true,
		cap_drop: ["ALL"],
		security_opt: ["no-new-privileges:true"],
		ports: ["127.0.0.1:9090:9090"],
		volumes: [...["prometheus.yml", ...alerts === void 0 ? [] : ["alerts.yml"]].map((file) => `./${file}:/etc/prometheus/${file}:ro`), "prometheus:/prometheus"],
		networks: ["front"]
	};
}
const VALKEY = {
	image: "valkey/valkey:8-alpine",
	restart: "unless-stopped",
	command: [
		"valkey-server",
		"--appendonly",
		"yes",
		"--maxmemory-policy",
		"noeviction"
	],
	volumes: ["valkey:/data"],
	healthcheck: looked([
		"CMD",
		"valkey-cli",
		"ping"
	]),
	networks: ["back"]
};
function looked(test) {
	return {
		test,
		interval: "5s",
		timeout: "5s",
		retries: 3,
		start_period: "60s"
	};
}
function healthy(services) {
	return Object.fromEntries(services.map((one) => [one, { condition: "service_healthy" }]));
}
function volumes$1(names) {
	return names.length === 0 ? {} : { volumes: Object.fromEntries(names.map((one) => [one, {}])) };
}
// kernel/cli/new/deployment/kubernetes.ts
/** The manifests of Kubernetes. Database and Redis are others' there: the secrets say where they are. */
const SECRETS = "/run/secrets/waymark";
function kubernetesManifests(facts) {
	const { name, into, secrets, nodes, listeners } = facts;
	const create = secrets.map(({ file }) => ` \\\n#   --from-file=${file}=${into}/secrets/${file}`);
	const before = [...secrets.length === 0 ? [] : ["# Before the first time, with a file for each secret:\n", `# kubectl create secret generic ${name}${create.join("")}\n`], ...listeners.tls === void 0 ? [] : ["# The certificate, unless cert-manager keeps this secret; a renewed one is taken while the service runs:\n", `# kubectl create secret tls ${name}-tls --cert=${listeners.tls.cert} --key=${listeners.tls.key}\n`]];
	const texts = [
		...facts.config === void 0 ? [] : [configMap(facts)],
		...facts.dataFile === void 0 ? [] : [volumeClaim(name)],
		deployment$1(facts),
		service(facts),
		...nodes > 1 ? [disruptionBudget(name)] : []
	].map(toYaml);
	return `${before.join("")}# kubectl apply -f ${into}/kubernetes.yaml\n${texts.join("---\n")}`;
}
function about(name) {
	return {
		name,
		labels: labels(name)
	};
}
function labels(name) {
	return { "app.kubernetes.io/name": name };
}
function configMap({ name, config }) {
	return {
		apiVersion: "v1",
		kind: "ConfigMap",
		metadata: about(name),
		data: config === void 0 ? {} : { [config.name]: config.text }
	};
}
function volumeClaim(name) {
	return {
		apiVersion: "v1",
		kind: "PersistentVolumeClaim",
		metadata: about(name),
		spec: {
			accessModes: ["ReadWriteOnce"],
			resources: { requests: { storage: "10Gi" } }
		}
	};
}
function deployment$1(facts) {
	const { name, nodes, graceSeconds, dataFile } = facts;
	return {
		apiVersion: "apps/v1",
		kind: "Deployment",
		metadata: about(name),
		spec: {
			replicas: nodes,
			strategy: dataFile === void 0 ? {
				type: "RollingUpdate",
				rollingUpdate: {
					maxUnavailable: 0,
					maxSurge: 1
				}
			} : { type: "Recreate" },
			selector: { matchLabels: labels(name) },
			template: {
				metadata: {
					labels: labels(name),
					...annotations(facts)
				},
				spec: {
					automountServiceAccountToken: false,
					enableServiceLinks: false,
					terminationGracePeriodSeconds: graceSeconds,
					securityContext: {
						runAsNonRoot: true,
						runAsUser: USER,
						runAsGroup: USER,
						fsGroup: USER,
						seccompProfile: { type: "RuntimeDefault" }
					},
					...nodes > 1 ? { topologySpreadConstraints: [spread(name)] } : {},
					containers: [container(facts)],
					volumes: volumes(facts)
				}
			}
		}
	};
}
function annotations({ config, listeners: { metrics, adminPort }, port }) {
	const entries = {
		...config === void 0 ? {} : { "checksum/config": config.sum },
		...metrics === void 0 ? {} : {
			"prometheus.io/scrape": "true",
			"prometheus.io/scheme": metrics.scheme,
			"prometheus.io/port": String(metrics.isAdmin ? adminPort : port),
			"prometheus.io/path": metrics.path
		}
	};
	return Object.keys(entries).length === 0 ? {} : { annotations: entries };
}
function container(facts) {
	const { name, port, live, ready, secrets, variables, config, dataFile, listeners } = facts;
	const { adminPort, tls } = listeners;
	const look = (path) => probe(facts, path);
	return {
		name,
		image: name,
		ports: [{
			name: "http",
			containerPort: port
		}, ...adminPort === void 0 ? [] : [{
			name: "admin",
			containerPort: adminPort
		}]],
		env: [
			...adminPort === void 0 ? [] : [{
				name: ADMIN_HOST,
				value: "0.0.0.0"
			}],
			{
				name: "WAYMARK_INSTANCE",
				valueFrom: { fieldRef: { fieldPath: "metadata.name" } }
			},
			...Object.entries(variables).map(([variable, value]) => ({
				name: variable,
				value
			})),
			...dataFile ? [{
				name: dataFile.variable,
				value: `${DATA}/${dataFile.name}`
			}] : [],
			...secrets.map(({ variable, file }) => ({
				name: `${variable}_FILE`,
				value: `${SECRETS}/${file}`
			}))
		],
		startupProbe: {
			...look(live),
			periodSeconds: 1,
			failureThreshold: 60
		},
		livenessProbe: {
			...look(live),
			periodSeconds: 10,
			timeoutSeconds: 5,
			failureThreshold: 6
		},
		readinessProbe: {
			...look(ready),
			periodSeconds: 2,
			timeoutSeconds: 5,
			failureThreshold: 2
		},
		resources: {
			requests: {
				cpu: "100m",
				memory: "192Mi"
			},
			limits: { memory: "512Mi" }
		},
		securityContext: {
			allowPrivilegeEscalation: false,
			readOnlyRootFilesystem: true,
			capabilities: { drop: ["ALL"] }
		},
		volumeMounts: [
			{
				name: "tmp",
				mountPath: "/tmp"
			},
			...config ? [{
				name: "config",
				mountPath: `/app/${config.name}`,
				subPath: config.name,
				readOnly: true
			}] : [],
			...secrets.length > 0 ? [{
				name: "secrets",
				mountPath: SECRETS,
				readOnly: true
			}] : [],
			...tls ? [{
				name: "tls",
				mountPath: tls.folder,
				readOnly: true
			}] : [],
			...dataFile ? [{
				name: "data",
				mountPath: DATA
			}] : []
		]
	};
}
function volumes({ name, config, secrets, dataFile, listeners: { tls } }) {
	const [cert = "", key = ""] = tls === void 0 ? [] : certificateFiles(tls);
	return [
		{
			name: "tmp",
			emptyDir: {}
		},
		...config ? [{
			name: "config",
			configMap: { name }
		}] : [],
		...secrets.length > 0 ? [{
			name: "secrets",
			secret: {
				secretName: name,
				defaultMode: 288
			}
		}] : [],
		...tls ? [{
			name: "tls",
			secret: {
				secretName: `${name}-tls`,
				defaultMode: 288,
				items: [{
					key: "tls.crt",
					path: cert
				}, {
					key: "tls.key",
					path: key
				}]
			}
		}] : [],
		...dataFile ? [{
			name: "data",
			persistentVolumeClaim: { claimName: name }
		}] : []
	];
}
/** A probe of a service without this route looks whether the port is open. */
function probe(facts, path) {
	const { tls, hasProxyProtocol } = facts.listeners;
	if (path === void 0) return { tcpSocket: { port: "http" } };
	if (hasProxyProtocol) return { exec: { command: [...lookAt(facts, path)] } };
	return { httpGet: {
		path,
		port: "http",
		...tls === void 0 ? {} : { scheme: "HTTPS" }
	} };
}
function spread(name) {
	return {
		maxSkew: 1,
		topologyKey: "kubernetes.io/hostname",
		whenUnsatisfiable: "ScheduleAnyway",
		labelSelector: { matchLabels: labels(name) }
	};
}
function service({ name, listeners: { tls } }) {
	const port = tls === void 0 ? 80 : 443;
	return {
		apiVersion: "v1",
		kind: "Service",
		metadata: about(name),
		spec: {
			selector: labels(name),
			ports: [{
				name: "http",
				port,
				targetPort: "http"
			}]
		}
	};
}
function disruptionBudget(name) {
	return {
		apiVersion: "policy/v1",
		kind: "PodDisruptionBudget",
		metadata: about(name),
		spec: {
			maxUnavailable: 1,
			selector: { matchLabels: labels(name) }
		}
	};
}
// kernel/cli/new/deployment/prometheus.ts
/** The config of Prometheus: which nodes to scrape, and the rules that `waymark export alerts` has. */
/** Undefined where no port has measurements. */
function prometheusConfig(facts) {
	const { into, job, listeners, alerts } = facts;
	const { metrics } = listeners;
	if (metrics === void 0) return void 0;
	const { path, scheme } = metrics;
	return `# Checked with: promtool check config ${into}/prometheus.yml\n${toYaml({
		...alerts !== void 0 ? { rule_files: ["alerts.yml"] } : {},
		scrape_configs: [{
			job_name: job,
			scrape_interval: "15s",
			metrics_path: path,
			scheme,
			...scheme === "https" ? { tls_config: { insecure_skip_verify: true } } : {},
			static_configs: [{ targets: targetsOf(facts) }]
		}]
	})}`;
}
function targetsOf({ name, nodes, port, listeners }) {
	const { adminPort, metrics, sockets } = listeners;
	const scraped = metrics?.isAdmin === true ? adminPort : port;
	return (sockets.clients !== void 0 ? ["localhost"] : nodes > 1 ? nodeNames(nodes) : [name]).map((host) => `${host}:${scraped}`);
}
// kernel/cli/new/deployment/unit.ts
/** The unit of systemd: restarted by its watchdog, with nothing that the service does not need. */
const HARDENING = `# The service writes to its state directory alone, opens no devices, and gains no rights.
DynamicUser=yes
UMask=0077
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# Not MemoryDenyWriteExecute: V8 compiles while it runs.
`;
function systemdUnit(facts) {
	const { name, description, into, port, graceSeconds, secrets, variables, dataFile, listeners } = facts;
	const set = (variable, value) => `Environment=${quote(`${variable}=${value}`)}\n`;
	const credentials = secrets.map(({ variable, file }) => `LoadCredential=${file}:/etc/${name}/${file}\n${set(`${variable}_FILE`, `%d/${file}`)}`);
	const state = dataFile === void 0 ? "" : stateDirectory(name);
	return `# The project, installed with npm ci --omit=dev, lies in /opt/${name}.
# cp ${into}/${name}.service /etc/systemd/system/ && systemctl daemon-reload && systemctl enable --now ${name}
[Unit]
Description=${description.replaceAll("%", "%%")}
Wants=network-online.target
After=network-online.target

[Service]
# Ready once it listens. systemd-notify, a child, sends the messages.
Type=notify
NotifyAccess=all
WorkingDirectory=/opt/${name}
ExecStart=/usr/bin/node ${START.join(" ")}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=1
WatchdogSec=30
TimeoutStartSec=60
# stop.delay, stop.drain and the time of the closers.
TimeoutStopSec=${graceSeconds}
KillMode=mixed
${set("NODE_ENV", "production")}${listeners.sockets.clients === void 0 ? set("PORT", String(port)) : ""}${Object.entries(variables).map(([variable, value]) => set(variable, value.replaceAll("%", "%%"))).join("")}${state}${placesOf(listeners)}${dataFile === void 0 ? "" : set(dataFile.variable, `%S/${name}/${dataFile.name}`)}${credentials.join("")}
${HARDENING}
[Install]
WantedBy=multi-user.target
`;
}
/** Folders of sockets, and the right to read the certificate, also once it is renewed. */
function placesOf({ sockets, tls }) {
	const lines = [...new Set([sockets.clients, sockets.admin].flatMap((path) => path === void 0 ? [] : dirname(path)))].map((folder) => {
		const own = /^\/run\/([^/]+)$/.exec(folder)?.[1];
		return own === void 0 ? `ReadWritePaths=${folder}` : `RuntimeDirectory=${own}`;
	});
	const runtime = lines.some((line) => line.startsWith("Runtime"));
	return [
		...lines.length === 0 ? [] : ["# The proxy needs the group of the service, or a socketMode for all."],
		...lines,
		...runtime ? ["RuntimeDirectoryMode=0755"] : [],
		...tls === void 0 ? [] : [`# ${tls.cert} and ${tls.key} are readable for this group, as Debian has it.`, "SupplementaryGroups=ssl-cert"]
	].map((line) => `${line}\n`).join("");
}
function stateDirectory(name) {
	return `StateDirectory=${name}\nStateDirectoryMode=0700\n`;
}
/** As systemd reads values with spaces. */
function quote(text) {
	return /^[\w%./:=,@+-]*$/.test(text) ? text : JSON.stringify(text);
}
// kernel/cli/new/deployment/index.ts
/** `waymark new deployment`: the files with which a service is shipped. */
const deployment = defineCommand({
	meta: {
		name: "deployment",
		description: "Write the files to ship this service: image, compose, systemd, Kubernetes"
	},
	args: {
		nodes: {
			type: "string",
			valueHint: "number",
			description: "Number of nodes; several share PostgreSQL and Redis. Default: 2 where the config names a database to share, else 1"
		},
		into: {
			type: "string",
			valueHint: "folder",
			description: "Folder to write to. Default: deploy"
		},
		force: {
			type: "boolean",
			description: "Replace files that are there"
		},
		...configFlag
	},
	run: (context) => run(context, async () => {
		const { nodes, into = "deploy", force = false, config } = context.args;
		const facts = await deploymentFacts(environment(config), into, nodes);
		const files = deploymentFiles(facts);
		await writeFiles(resolve(into), into, files, force ? "over" : "beside");
		print(nextSteps(facts, into, Object.keys(files)));
	})
});
/** Where a deployment finds its engines, to see what the service is on them. Nothing connects to them. */
const ENGINES = {
	[DATABASE]: "postgres://localhost/waymark",
	[REDIS]: "redis://localhost"
};
async function deploymentFacts(env, into, wanted) {
	const cwd = process.cwd();
	const here = await boot({
		cwd,
		env
	});
	const nodes = wanted === void 0 ? hasValue(here, "DATABASE_URL") ? 2 : 1 : Number(wanted);
	if (!Number.isInteger(nodes) || nodes < 1 || nodes > 100) throw new UsageError(`--nodes is a number from 1 to 100; received ${show(wanted)}\n  hint: write --nodes 2`);
	const missing = Object.entries(ENGINES).filter(([variable]) => !hasValue(here, variable));
	if (nodes === 1 || missing.length === 0) return factsOf(here, {
		env,
		nodes,
		into
	});
	const shared = {
		...env,
		...Object.fromEntries(missing)
	};
	return factsOf(await boot({
		cwd,
		env: shared
	}), {
		env: shared,
		nodes,
		into
	});
}
/** Text by path within the folder. */
function deploymentFiles(facts) {
	const scraped = prometheusConfig(facts);
	return {
		...facts.listeners.sockets.clients === void 0 ? containerFiles(facts) : {},
		[`${facts.name}.service`]: systemdUnit(facts),
		...scraped === void 0 ? {} : { "prometheus.yml": scraped },
		...scraped === void 0 || facts.alerts === void 0 ? {} : { "alerts.yml": facts.alerts },
		".gitignore": `secrets/\n${facts.listeners.tls === void 0 ? "" : "tls/\n"}`
	};
}
function containerFiles(facts) {
	const { tls } = facts.listeners;
	if (tls !== void 0 && tls.folder === void 0) throw new UsageError(`containers need a folder for the certificate and its key alone; received ${tls.cert} and ${tls.key}\n  hint: write tls: { cert: certificates/server.pem, key: certificates/server.key }`);
	return {
		Dockerfile: dockerfile(facts),
		"Dockerfile.dockerignore": dockerignore(facts),
		"compose.yaml": composeFile(facts),
		...facts.nodes > 1 ? { "haproxy.cfg": haproxyConfig(facts) } : {},
		"kubernetes.yaml": kubernetesManifests(facts)
	};
}
function nextSteps(facts, into, files) {
	const { name, nodes, secrets, exposed, baseUrl, hasProxies, hasLockFile, listeners } = facts;
	const { sockets, metrics, hasProxyProtocol } = listeners;
	const word = nodes === 1 ? "one node" : `${nodes} nodes`;
	const notes = [
		...secrets.map(({ variable, file, key }) => `secret: ${variable}_FILE, ${into}/secrets/${file}, for ${key}`),
		...exposed.map((key) => `warning: ${key} is a secret in the config file, which goes into image and ConfigMap`),
		...baseUrl === void 0 && nodes > 1 ? ["set baseUrl in the config, as documents name it: nodes differ without"] : [],
		...hasProxies ? [] : ["set trustedProxies in the config to the network of your ingress or proxy"],
		...sockets.clients === void 0 ? [] : ["a socket is for a proxy on the same machine: for containers, leave out the key socket"],
		...hasProxyProtocol && metrics?.isAdmin === false ? ["set admin: { port: 9090 }, as Prometheus cannot read the public port with proxyProtocol"] : [],
		...hasLockFile ? [] : ["run npm install, as the image needs package-lock.json"],
		...nodes === 1 ? ["for several nodes: waymark new deployment --nodes 2 --force"] : []
	];
	return [
		`${name}: ${files.length} files in ${into}, for ${word}`,
		...files.map((path) => `  ${path}`),
		"",
		"next; the head of each file says how to use it:",
		...notes.map((note) => `  ${note}`),
		...sockets.clients === void 0 ? [`  docker compose -f ${into}/compose.yaml up --build --detach`] : [`  cp ${into}/${name}.service /etc/systemd/system/`]
	].join("\n");
}
export { deployment };

//# sourceMappingURL=index.js.map