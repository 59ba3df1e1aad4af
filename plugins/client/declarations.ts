/** The types that a client declares: those of the service, and those of its own methods. */
import type { JsonSchema, Registry } from "waymark";
import type { Converted } from "waymark/advanced";
import { Types } from "../shared/typescript/module.ts";
import { memberName } from "./names.ts";
import { plainType } from "./print.ts";

export class Declarations {
  readonly types: Types;
  readonly #texts = new Map<string, string>();
  readonly #filters = new Map<JsonSchema, string>();
  /** Identifiers of unions by their text. */
  readonly #operators = new Map<string, string>();

  /** @param reserved identifiers that no type may have. */
  constructor(registry: Registry, reserved: Iterable<string>) {
    this.types = new Types(registry, reserved);
  }

  /** Returns the type of a schema: written out if that is short, else the name of a declaration. */
  of(name: string, schema: Converted): string {
    return plainType(schema.root) ?? this.types.declare(name, schema);
  }

  /** Declares the conditions that a list takes, and returns the identifier; undefined if they have another form. */
  filter(name: string, schema: JsonSchema): string | undefined {
    const { properties = {} } = schema;
    const present = this.#filters.get(schema);
    if (present !== undefined || Object.keys(properties).length === 0) return present;
    const members = Object.entries(properties).map(([field, { anyOf = [] }]) => {
      const [exact, operators] = anyOf;
      const value = exact === undefined ? undefined : plainType(exact);
      const names = Object.keys(operators?.properties ?? {});
      if (exact === undefined || value === undefined || names.length === 0) return undefined;
      const loose = plainType({ type: exact.type ?? "string" }) ?? value;
      const parts = [
        value,
        this.#operator(String(exact.type), names),
        ...(loose === value ? [] : [loose]),
      ];
      return `readonly ${memberName(field)}?: Condition<${parts.join(", ")}>;`;
    });
    const lines = members.filter((member) => member !== undefined);
    if (lines.length < members.length) return undefined;
    const identifier = this.members(name, lines);
    this.#filters.set(schema, identifier);
    return identifier;
  }

  /** Declares an interface with these members, and returns its identifier. */
  members(name: string, lines: readonly string[]): string {
    const identifier = this.types.take(name);
    const body = lines.map((line) => `  ${line}\n`).join("");
    this.#texts.set(identifier, `export interface ${identifier} {\n${body}}`);
    return identifier;
  }

  /** Declares another name of a type, and returns its identifier. */
  alias(name: string, type: string): string {
    const identifier = this.types.take(name);
    this.#texts.set(identifier, `export type ${identifier} = ${type};`);
    return identifier;
  }

  #operator(type: string, names: readonly string[]): string {
    const union = names.map((name) => JSON.stringify(name)).join(" | ");
    const present = this.#operators.get(union);
    if (present !== undefined) return present;
    const identifier = this.alias(`${type}-operator`, union);
    this.#operators.set(union, identifier);
    return identifier;
  }

  async text(): Promise<string> {
    return [...this.#texts.values(), await this.types.module()].join("\n\n");
  }
}
