/** The journey in words: what plugins and the kernel did at each stage. */
import type { Registry } from "waymark";
import { fieldNames, type Stage } from "waymark/advanced";
import { translate } from "waymark/services";
import { settingOf, writerOf } from "../../shared/owners.ts";
import { fill, plural } from "../shared/fill.ts";
import type { Format } from "../shared/format.ts";
import type { Journey, JourneyStage } from "./journey.ts";
import type { Messages } from "./messages.ts";

/** The facts that all of the page depends on. */
export interface Context {
  readonly registry: Registry;
  readonly language: string;
  readonly messages: Messages;
  readonly format: Format;
}

/** Event at a stage. */
export interface Line {
  /** Policy that acted, or plugin whose handler did; undefined for the kernel. */
  readonly by?: string | undefined;
  readonly text: string;
  /** Headers of the answer that it wrote. */
  readonly headers?: readonly string[];
  /** Config key that explains a refusal. */
  readonly key?: string | undefined;
  readonly isRefusal?: boolean;
}

/** Returns what policies, the handler and the kernel did at a stage. */
export function linesOf(stage: Stage, journey: Journey, context: Context): readonly Line[] {
  const acts = actsOf(stage, journey);
  const ofPolicies = acts.map(({ policy, refusal }): Line => {
    if (refusal !== undefined)
      return refusalLine(journey, pluginOf(policy, context), context, policy);
    const isLast =
      stage === "admit" || !actsOf("admit", journey).some((act) => act.policy === policy);
    const decision = isLast ? (journey.decisions.get(policy) ?? "") : "";
    const pass = stage === "admit" ? context.messages.pass : "";
    const text = translate(decision, context.registry, context.language);
    return { by: policy, text: [text, pass].filter(Boolean).join(": ") };
  });
  return [...(stage === "precondition" ? [] : ofPolicies), ...ownLines(stage, journey, context)];
}

/** Returns what the kernel, the handler and the store did at a stage, and the verdict on a condition. */
function ownLines(stage: Stage, journey: Journey, context: Context): readonly Line[] {
  const { messages, registry } = context;
  const { stages, failure, body, ref } = journey;
  const last = stages.findLast((one) => one.stage !== "finish" && one.stage !== "write");
  if (last?.stage === stage && failure !== undefined) {
    const judge = last.acts.find(({ verdict }) => verdict !== undefined)?.policy;
    // The kernel refuses a query before the handler runs.
    const isOfHandler = stage === "produce" && journey.work.some(({ kind }) => kind === "handler");
    const plugin = isOfHandler ? registry.route(ref)?.plugin : pluginOf(judge, context);
    const isNamed = last.acts.some(({ refusal }) => refusal !== undefined);
    return isNamed ? [] : [refusalLine(journey, plugin, context)];
  }
  if (stageOf(stage, journey) === undefined) return [];
  switch (stage) {
    case "accept":
      return [{ text: headerOf("Content-Type", journey) }].filter(({ text }) => text !== "");
    case "produce":
      return workLines(journey, context);
    case "encode": {
      const { coding = "", byteLength: bytes = 0 } = body ?? {};
      return body === undefined ? [] : [{ text: fill(messages.coded, { coding, bytes }) }];
    }
    case "precondition": {
      const isMade = journey.work.some(({ kind }) => kind === "handler");
      const text = isMade ? messages.notModified : messages.neverMade;
      const verdicts = actsOf(stage, journey).filter(({ verdict }) => verdict === 304);
      return verdicts.map(({ policy: by }) => ({ by, text }));
    }
    case "finish":
      return headerLines(journey, context);
    default:
      return [];
  }
}

/** Returns the headers of the answer by the policy that wrote them. */
function headerLines({ headers }: Journey, { registry }: Context): readonly Line[] {
  const byWriter = Map.groupBy(headers, ([name]) => writerOf(name, registry)?.policy.id);
  return [...byWriter].map(([by, all]) => {
    return { by, text: "", headers: all.map(([name, value]) => `${name}: ${value}`) };
  });
}

function workLines(
  { work, ref }: Journey,
  { registry, messages, format, language }: Context,
): readonly Line[] {
  const by = registry.route(ref)?.plugin;
  const of = (wanted: string) => work.filter(({ kind }) => kind === wanted);
  const timeOf = (some: Journey["work"]) => format.ms(some.reduce((sum, { ms }) => sum + ms, 0));
  const [handlers, statements] = [of("handler"), of("statement")];
  if (handlers.length === 0) return [{ text: messages.kept }];
  const ran = { by, text: fill(messages.handler, { time: timeOf(handlers) }) };
  if (statements.length === 0) return [ran];
  const text = plural(messages.statements, statements.length, language);
  return [ran, { by: "store", text: fill(text, { time: timeOf(statements) }) }];
}

function refusalLine(
  { status, failure }: Journey,
  plugin: string | undefined,
  { registry, language, messages }: Context,
  by = plugin,
): Line {
  const message = translate(failure?.message ?? "", registry, language);
  const text = fill(messages.refused, { status, message });
  const entry = registry.installed.find((one) => one.plugin.id === plugin);
  if (plugin === undefined || entry === undefined) return { by, text, isRefusal: true };
  const options = entry.plugin.options === undefined ? [] : fieldNames(entry.plugin.options);
  const names = options.length === 0 ? "" : ` (${options.join(", ")})`;
  return { by, text, isRefusal: true, key: `${settingOf(plugin, registry.installed)}${names}` };
}

/** Returns a stage; undefined if the request has not reached it. */
export function stageOf(wanted: Stage, { stages }: Journey): JourneyStage | undefined {
  return stages.find(({ stage }) => stage === wanted);
}

function actsOf(stage: Stage, journey: Journey): JourneyStage["acts"] {
  return stageOf(stage, journey)?.acts ?? [];
}

/** Returns the plugin of a policy. */
function pluginOf(id: string | undefined, { registry }: Context): string | undefined {
  return registry.policies.find(({ policy }) => policy.id === id)?.plugin;
}

export function headerOf(wanted: string, { headers }: Journey): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? "";
}
