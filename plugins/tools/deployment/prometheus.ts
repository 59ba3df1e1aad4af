/** The config of Prometheus: which nodes to scrape, and the rules that `waymark export alerts` has. */
import { nodeNames } from "./balancer.ts";
import type { Facts } from "./facts.ts";
import { toYaml } from "./yaml.ts";

/** Returns the config of Prometheus; undefined if no port has measurements. */
export function prometheusConfig(facts: Facts): string | undefined {
  const { into, job, listeners, alerts } = facts;
  const { metrics } = listeners;
  if (metrics === undefined) return undefined;
  const { path, scheme } = metrics;
  const config = {
    ...(alerts !== undefined ? { rule_files: ["alerts.yml"] } : {}),
    scrape_configs: [
      {
        job_name: job,
        scrape_interval: "15s",
        metrics_path: path,
        scheme,
        // By names that a certificate for clients does not have.
        ...(scheme === "https" ? { tls_config: { insecure_skip_verify: true } } : {}),
        static_configs: [{ targets: targetsOf(facts) }],
      },
    ],
  };
  return `# Checked with: promtool check config ${into}/prometheus.yml\n${toYaml(config)}`;
}

function targetsOf({ name, nodes, port, listeners }: Facts): readonly string[] {
  const { adminPort, metrics, sockets } = listeners;
  const scraped = metrics?.isAdmin === true ? adminPort : port;
  // Beside a socket, the service runs on the machine itself.
  const hosts =
    sockets.clients !== undefined ? ["localhost"] : nodes > 1 ? nodeNames(nodes) : [name];
  return hosts.map((host) => `${host}:${scraped}`);
}
