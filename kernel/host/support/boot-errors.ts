/** The results of a start beside a server: all findings at once as an error, and notices. */
import type { Finding, FindingCode } from "../../../registry/contract/finding/finding.ts";

/** Error of a refused boot or start, after which nothing is left running. The message lists the findings. */
export class BootError extends Error {
  override readonly name = "BootError";
  /** Code of the first finding. */
  readonly code: FindingCode;
  /** Findings, at least one. */
  readonly findings: readonly Finding[];

  constructor(findings: readonly [Finding, ...Finding[]], options?: ErrorOptions) {
    super(findings.map(renderFinding).join("\n\n"), options);
    this.code = findings[0].code;
    this.findings = findings;
  }
}

/** Throws a {@link BootError} unless the list is empty. */
export function refuse(findings: readonly Finding[]): void {
  const [first, ...others] = findings;
  if (first !== undefined) throw new BootError([first, ...others]);
}

function renderFinding({ code, message, where, plugin, hint }: Finding): string {
  const part = (label: string, text: string) => `  ${label}: ${indent(text, label.length + 4)}`;
  return [
    `${code}: ${indent(message, 2)}`,
    part("where", where),
    ...(plugin === undefined ? [] : [part("plugin", plugin)]),
    part("hint", hint),
  ].join("\n");
}

/** Indents the further lines of a text, so that they begin below its first. */
function indent(text: string, width: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(width)}`);
}

/** Notice for operators when the service starts: a line in the log, and no reason to stop. */
export interface Notice {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
