/** The nodes that serve together, with the revision that each serves. */
import { setTimeout as sleep } from "node:timers/promises";
import { html, type Html } from "waymark";
import type { NodeInfo, Nodes, Runtime } from "waymark/services";
import { fill } from "../shared/fill.ts";
import { formatOf, timeElement } from "../shared/format.ts";
import { consoleMessages } from "./messages.ts";
import { table } from "./table.ts";

/** Milliseconds for other nodes to adopt a change: nodes that share the config file need a few seconds. */
const FOLLOW_MS = 5000;
const POLL_MS = 250;

/** Returns which node serves which revision; a sentence for a process that serves alone. */
export async function nodesPart(
  runtime: Runtime,
  nodes: Nodes | undefined,
  language: string,
): Promise<Html> {
  const { registry, instance, reloads } = runtime;
  const { nodes: texts } = consoleMessages(registry, language);
  const format = formatOf(language);
  const { revision } = registry;
  const list = await nodes?.list().catch(() => undefined);
  const others = list?.filter(({ id }) => id !== instance.id) ?? [];
  const here = fill(texts.here, {
    name: instance.name,
    revision,
    since: format.moment(reloads.appliedAt),
  });
  const isUnknown = nodes !== undefined && list === undefined;
  if (others.length === 0)
    return html`<p class="soft">${here}${isUnknown && ` ${texts.unknown}`}</p>`;
  const differing = others.filter((node) => node.revision !== revision);
  const row = (node: NodeInfo) => [
    node.name,
    html`<code>${node.revision}</code> ${node.revision !== revision && html`<span class="tag warn">${texts.differs}</span>`}`,
    timeElement(node.startedAt, format.moment(node.startedAt)),
    node.health === undefined
      ? "–"
      : html`<span class="tag ${node.health.ready ? "good" : "warn"}">${node.health.ready ? texts.ready : texts.notReady}</span> ${node.health.failing.join(", ")}`,
  ];
  const heads = [texts.node, texts.revision, texts.started, texts.state];
  return html`<p class="${differing.length === 0 ? "soft" : "notice warn"}">${here} ${differing.length === 0 ? texts.alike : texts.unlike}</p>
${table(heads, (list ?? []).map(row), texts.title)}`;
}

/** Waits until all nodes serve the same revision, for a few seconds: a node with a separate config file never does. */
export async function followed(nodes: Nodes): Promise<void> {
  const end = performance.now() + FOLLOW_MS;
  while (performance.now() < end) {
    const list = await nodes.list().catch(() => []);
    if (new Set(list.map(({ revision }) => revision)).size === 1) return;
    await sleep(POLL_MS);
  }
}
