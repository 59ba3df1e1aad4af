/** Resources of the Prometheus operator: the endpoints to scrape, and the rules. */
import { parse } from "yaml";
import type { Facts } from "./facts.ts";
import { about, documents, labels } from "./kubernetes.ts";

export function monitors(facts: Facts): string {
  const { into, alerts } = facts;
  const manifests = [
    ...(facts.listeners.metrics?.isAdmin === true ? [adminService(facts)] : []),
    serviceMonitor(facts),
    ...(alerts === undefined ? [] : [rules(facts.name, alerts)]),
  ];
  return `# With the Prometheus operator, which may select by labels of its own: kubectl apply -f ${into}/monitoring.yaml\n${documents(manifests)}`;
}

function monitored(facts: Facts): string {
  return facts.listeners.metrics?.isAdmin === true ? `${facts.name}-admin` : facts.name;
}

/** Without an address of its own: each node is scraped. */
function adminService(facts: Facts) {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: about(monitored(facts)),
    spec: {
      clusterIP: "None",
      selector: labels(facts.name),
      ports: [{ name: "admin", port: facts.listeners.adminPort, targetPort: "admin" }],
    },
  };
}

function serviceMonitor(facts: Facts) {
  const { metrics } = facts.listeners;
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: about(facts.name),
    spec: {
      selector: { matchLabels: labels(monitored(facts)) },
      endpoints: [
        {
          port: metrics?.isAdmin === true ? "admin" : "http",
          path: metrics?.path,
          scheme: metrics?.scheme,
          interval: "15s",
          // As the rules expect.
          relabelings: [{ targetLabel: "job", replacement: facts.job }],
          ...(metrics?.scheme === "https" ? { tlsConfig: { insecureSkipVerify: true } } : {}),
        },
      ],
    },
  };
}

function rules(name: string, alerts: string) {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: about(name),
    spec: parse(alerts) as unknown,
  };
}
