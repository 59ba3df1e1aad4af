/** The manifests of Kubernetes. Database and Redis are others' there: the secrets say where they are. */
import { ADMIN_HOST, type Facts } from "./facts.ts";
import { DATA, lookAt, MEMORY, MIGRATE, USER } from "./image.ts";
import { certificateFiles } from "./listeners.ts";
import { toYaml } from "./yaml.ts";

const SECRETS = "/run/secrets/waymark";
/** The namespace from which Prometheus scrapes. */
const MONITORING = { "kubernetes.io/metadata.name": "monitoring" };

export function kubernetesManifests(facts: Facts): string {
  const { name, into, secrets, nodes, listeners } = facts;
  const create = secrets.map(({ file }) => ` \\\n#   --from-file=${file}=${into}/secrets/${file}`);
  const before = [
    ...(secrets.length === 0
      ? []
      : [
          "# Before the first time, with a file for each secret:\n",
          `# kubectl create secret generic ${name}${create.join("")}\n`,
        ]),
    ...(listeners.tls === undefined
      ? []
      : [
          "# The certificate, unless cert-manager keeps this secret; a renewed one is taken while the service runs:\n",
          `# kubectl create secret tls ${name}-tls --cert=${listeners.tls.cert} --key=${listeners.tls.key}\n`,
        ]),
  ];
  const manifests = [
    ...(facts.config === undefined ? [] : [configMap(facts)]),
    ...(facts.dataFile === undefined ? [] : [volumeClaim(name)]),
    deployment(facts),
    service(facts),
    networkPolicy(facts),
    ...(nodes > 1 ? [disruptionBudget(name)] : []),
  ];
  const after = facts.migratesOnce
    ? `; then, for what the database lacks: ${into}/migrate.yaml`
    : "";
  return `${before.join("")}# kubectl apply -f ${into}/kubernetes.yaml${after}\n${documents(manifests)}`;
}

/** Returns a job for each rollout, as a pod with new tables waits until they are there. */
export function migrationJob(facts: Facts): string {
  const { name, into } = facts;
  const migrate = { ...program(facts), args: [...MIGRATE] };
  const manifest = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { generateName: `${name}-migrate-`, labels: labels(`${name}-migrate`) },
    spec: {
      backoffLimit: 3,
      ttlSecondsAfterFinished: 86_400,
      template: {
        metadata: { labels: labels(`${name}-migrate`) },
        spec: { ...pod(facts), restartPolicy: "Never", containers: [migrate] },
      },
    },
  };
  return `# At each rollout, after ${into}/kubernetes.yaml: kubectl create -f ${into}/migrate.yaml\n${toYaml(manifest)}`;
}

export function documents(manifests: readonly object[]): string {
  return manifests.map(toYaml).join("---\n");
}

export function about(name: string, of = name) {
  return { name, labels: labels(of) };
}

export function labels(name: string) {
  return { "app.kubernetes.io/name": name };
}

function configMap({ name, config }: Facts) {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: about(name),
    data: config === undefined ? {} : { [config.name]: config.text },
  };
}

function volumeClaim(name: string) {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: about(name),
    // A disk of the node: a network file system lacks the locks that SQLite needs.
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "10Gi" } } },
  };
}

function deployment(facts: Facts) {
  const { name, nodes, graceSeconds, dataFile } = facts;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: about(name),
    spec: {
      replicas: nodes,
      // Two processes of different revisions may share a database; a file has one owner at a time.
      strategy:
        dataFile === undefined
          ? { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
          : { type: "Recreate" },
      selector: { matchLabels: labels(name) },
      template: {
        metadata: {
          labels: labels(name),
          ...annotations(facts),
        },
        spec: {
          ...pod(facts),
          terminationGracePeriodSeconds: graceSeconds,
          ...(nodes > 1 ? { topologySpreadConstraints: [spread(name)] } : {}),
          containers: [container(facts)],
        },
      },
    },
  };
}

function pod(facts: Facts) {
  return {
    automountServiceAccountToken: false,
    // The variables of a Service of this name would look like settings.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      fsGroup: USER,
      seccompProfile: { type: "RuntimeDefault" },
    },
    volumes: volumes(facts),
  };
}

function annotations({ config, listeners: { metrics, adminPort }, port }: Facts) {
  const entries = {
    // Another config is another revision, which is rolled out.
    ...(config === undefined ? {} : { "checksum/config": config.sum }),
    // As Prometheus' Helm chart finds pods.
    ...(metrics === undefined
      ? {}
      : {
          "prometheus.io/scrape": "true",
          "prometheus.io/scheme": metrics.scheme,
          "prometheus.io/port": String(metrics.isAdmin ? adminPort : port),
          "prometheus.io/path": metrics.path,
        }),
  };
  return Object.keys(entries).length === 0 ? {} : { annotations: entries };
}

function container(facts: Facts) {
  const { port, live, ready, listeners } = facts;
  const { adminPort } = listeners;
  const look = (path: string | undefined) => probe(facts, path);
  return {
    ...program(facts),
    ports: [
      { name: "http", containerPort: port },
      ...(adminPort === undefined ? [] : [{ name: "admin", containerPort: adminPort }]),
    ],
    // Liveness depends on no engine: a restart would repair none.
    startupProbe: { ...look(live), periodSeconds: 1, failureThreshold: 60 },
    livenessProbe: { ...look(live), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
    readinessProbe: { ...look(ready), periodSeconds: 2, timeoutSeconds: 5, failureThreshold: 2 },
  };
}

/** Returns the environment of the service and of its commands. */
function program({ name, secrets, variables, config, dataFile, listeners }: Facts) {
  const { adminPort, tls } = listeners;
  return {
    name,
    image: name,
    env: [
      ...(adminPort === undefined ? [] : [{ name: ADMIN_HOST, value: "0.0.0.0" }]),
      { name: "WAYMARK_INSTANCE", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ...Object.entries(variables).map(([variable, value]) => ({ name: variable, value })),
      ...(dataFile ? [{ name: dataFile.variable, value: `${DATA}/${dataFile.name}` }] : []),
      ...secrets.map(({ variable, file }) => ({
        name: `${variable}_FILE`,
        value: `${SECRETS}/${file}`,
      })),
    ],
    resources: {
      requests: { cpu: "100m", memory: MEMORY.request },
      limits: { memory: MEMORY.limit },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts: [
      { name: "tmp", mountPath: "/tmp" },
      // The file alone, because paths of plugins start from its folder.
      ...(config
        ? [
            {
              name: "config",
              mountPath: `/app/${config.name}`,
              subPath: config.name,
              readOnly: true,
            },
          ]
        : []),
      ...(secrets.length > 0 ? [{ name: "secrets", mountPath: SECRETS, readOnly: true }] : []),
      ...(tls ? [{ name: "tls", mountPath: tls.folder, readOnly: true }] : []),
      ...(dataFile ? [{ name: "data", mountPath: DATA }] : []),
    ],
  };
}

function volumes({ name, config, secrets, dataFile, listeners: { tls } }: Facts) {
  const [cert = "", key = ""] = tls === undefined ? [] : certificateFiles(tls);
  return [
    { name: "tmp", emptyDir: {} },
    ...(config ? [{ name: "config", configMap: { name } }] : []),
    ...(secrets.length > 0
      ? [{ name: "secrets", secret: { secretName: name, defaultMode: 0o440 } }]
      : []),
    ...(tls
      ? [
          {
            name: "tls",
            secret: {
              secretName: `${name}-tls`,
              defaultMode: 0o440,
              items: [
                { key: "tls.crt", path: cert },
                { key: "tls.key", path: key },
              ],
            },
          },
        ]
      : []),
    ...(dataFile ? [{ name: "data", persistentVolumeClaim: { claimName: name } }] : []),
  ];
}

/** A probe of a service without this route looks whether the port is open. */
function probe(facts: Facts, path: string | undefined) {
  const { tls, hasProxyProtocol } = facts.listeners;
  if (path === undefined) return { tcpSocket: { port: "http" } };
  // The kubelet may ask from an address of a trusted proxy, and knows no PROXY header.
  if (hasProxyProtocol) return { exec: { command: [...lookAt(facts, path)] } };
  return { httpGet: { path, port: "http", ...(tls === undefined ? {} : { scheme: "HTTPS" }) } };
}

function spread(name: string) {
  return {
    maxSkew: 1,
    topologyKey: "kubernetes.io/hostname",
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: labels(name) },
  };
}

function service({ name, listeners: { tls } }: Facts) {
  const port = tls === undefined ? 80 : 443;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: about(name),
    spec: { selector: labels(name), ports: [{ name: "http", port, targetPort: "http" }] },
  };
}

/** Keeps the port of operators for monitoring. Requests to others are not restricted, as only plugins know where they lead. */
function networkPolicy({ name, listeners: { adminPort } }: Facts) {
  const monitoring = { namespaceSelector: { matchLabels: MONITORING } };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: about(name),
    spec: {
      podSelector: { matchLabels: labels(name) },
      policyTypes: ["Ingress"],
      ingress: [
        { ports: [{ port: "http" }] },
        ...(adminPort === undefined ? [] : [{ from: [monitoring], ports: [{ port: "admin" }] }]),
      ],
    },
  };
}

function disruptionBudget(name: string) {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: about(name),
    spec: { maxUnavailable: 1, selector: { matchLabels: labels(name) } },
  };
}
