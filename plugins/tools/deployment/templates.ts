/** The files of a deployment, as templates beside this module. */
import { stringify } from "yaml";
import { fill, readTemplates } from "../../shared/template.ts";

const TEMPLATES = {
  Dockerfile: new URL("./templates/Dockerfile.mustache", import.meta.url),
  "Dockerfile.dockerignore": new URL(
    "./templates/Dockerfile.dockerignore.mustache",
    import.meta.url,
  ),
  "compose.yaml": new URL("./templates/compose.yaml.mustache", import.meta.url),
  "haproxy.cfg": new URL("./templates/haproxy.cfg.mustache", import.meta.url),
  "kubernetes.yaml": new URL("./templates/kubernetes.yaml.mustache", import.meta.url),
  "migrate.yaml": new URL("./templates/migrate.yaml.mustache", import.meta.url),
  "monitoring.yaml": new URL("./templates/monitoring.yaml.mustache", import.meta.url),
  "pod.yaml": new URL("./templates/pod.yaml.mustache", import.meta.url),
  "probe.yaml": new URL("./templates/probe.yaml.mustache", import.meta.url),
  "prometheus.yml": new URL("./templates/prometheus.yml.mustache", import.meta.url),
  "waymark.service": new URL("./templates/waymark.service.mustache", import.meta.url),
};

/** Returns the text of a file, filled with the facts. */
export function fileOf(name: string, facts: object): string {
  const templates = readTemplates(TEMPLATES);
  const isYaml = /\.ya?ml$/.test(name);
  return fill(name, { templates, view: facts, ...(isYaml && { write: asScalar }) });
}

/** Writes YAML for other programs, quoted so that readers of version 1.1 see the same texts. */
export function toYaml(value: unknown): string {
  return stringify(value, { version: "1.1", lineWidth: 0 }).replace(/\n$/, "");
}

function asScalar(value: unknown): string {
  return typeof value === "string" && value.includes("\n") ? JSON.stringify(value) : toYaml(value);
}
