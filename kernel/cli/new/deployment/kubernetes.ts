/** The manifests of Kubernetes. Database and Redis are others' there: the secrets say where they are. */
import type { Facts } from "./facts.ts";
import { DATA, USER } from "./image.ts";
import { toYaml } from "./yaml.ts";

const SECRETS = "/run/secrets/waymark";

export function kubernetesManifests(facts: Facts): string {
  const { name, into, secrets, nodes } = facts;
  const create = secrets.map(({ file }) => ` \\\n#   --from-file=${file}=${into}/secrets/${file}`);
  const head =
    secrets.length === 0
      ? ""
      : `# Before the first time, with a file for each secret:\n# kubectl create secret generic ${name}${create.join("")}\n`;
  const manifests = [
    ...(facts.config === undefined ? [] : [configMap(facts)]),
    ...(facts.dataFile === undefined ? [] : [volumeClaim(name)]),
    deployment(facts),
    service(facts),
    ...(nodes > 1 ? [disruptionBudget(name)] : []),
  ];
  const texts = manifests.map(toYaml);
  return `${head}# kubectl apply -f ${into}/kubernetes.yaml\n${texts.join("---\n")}`;
}

function about(name: string) {
  return { name, labels: labels(name) };
}

function labels(name: string) {
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
    // A disk of the node: the locks of a network file system are not those of SQLite.
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "10Gi" } } },
  };
}

function deployment(facts: Facts) {
  const { name, nodes, graceSeconds, config, dataFile } = facts;
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
          // Another config is another revision, which is rolled out.
          ...(config === undefined ? {} : { annotations: { "checksum/config": config.sum } }),
        },
        spec: {
          automountServiceAccountToken: false,
          // The variables of a Service of this name would look like settings.
          enableServiceLinks: false,
          terminationGracePeriodSeconds: graceSeconds,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: USER,
            runAsGroup: USER,
            fsGroup: USER,
            seccompProfile: { type: "RuntimeDefault" },
          },
          ...(nodes > 1 ? { topologySpreadConstraints: [spread(name)] } : {}),
          containers: [container(facts)],
          volumes: volumes(facts),
        },
      },
    },
  };
}

function container(facts: Facts) {
  const { name, port, live, ready, secrets, variables, config, dataFile } = facts;
  return {
    name,
    image: name,
    ports: [{ name: "http", containerPort: port }],
    env: [
      { name: "WAYMARK_INSTANCE", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ...Object.entries(variables).map(([variable, value]) => ({ name: variable, value })),
      ...(dataFile ? [{ name: dataFile.variable, value: `${DATA}/${dataFile.name}` }] : []),
      ...secrets.map(({ variable, file }) => ({
        name: `${variable}_FILE`,
        value: `${SECRETS}/${file}`,
      })),
    ],
    // Liveness depends on no engine: a restart would repair none.
    startupProbe: { ...look(live), periodSeconds: 1, failureThreshold: 60 },
    livenessProbe: { ...look(live), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
    readinessProbe: { ...look(ready), periodSeconds: 2, timeoutSeconds: 5, failureThreshold: 2 },
    resources: { requests: { cpu: "100m", memory: "192Mi" }, limits: { memory: "512Mi" } },
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
      ...(dataFile ? [{ name: "data", mountPath: DATA }] : []),
    ],
  };
}

function volumes({ name, config, secrets, dataFile }: Facts) {
  return [
    { name: "tmp", emptyDir: {} },
    ...(config ? [{ name: "config", configMap: { name } }] : []),
    ...(secrets.length > 0
      ? [{ name: "secrets", secret: { secretName: name, defaultMode: 0o440 } }]
      : []),
    ...(dataFile ? [{ name: "data", persistentVolumeClaim: { claimName: name } }] : []),
  ];
}

/** A probe of a service without this route looks whether the port is open. */
function look(path: string | undefined) {
  return path === undefined ? { tcpSocket: { port: "http" } } : { httpGet: { path, port: "http" } };
}

function spread(name: string) {
  return {
    maxSkew: 1,
    topologyKey: "kubernetes.io/hostname",
    whenUnsatisfiable: "ScheduleAnyway",
    labelSelector: { matchLabels: labels(name) },
  };
}

function service({ name }: Facts) {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: about(name),
    spec: { selector: labels(name), ports: [{ name: "http", port: 80, targetPort: "http" }] },
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
