/** Hides the secrets among values of the config. Everything that prints such a value passes it through here first. */
import type { JsonSchema } from "./json-schema.ts";
import { holdsSecret, isSecret, resolve, unionMembers, type SchemaNode } from "./describe.ts";

/** Text in place of a secret. */
export const HIDDEN = "(not shown)";

/**
 * Returns the value with each secret in it replaced, at any depth. A part that the schema does not describe is hidden
 * too where its surroundings hold a secret: it may be that secret under a misspelt key or in another form.
 */
export function withoutSecrets(value: unknown, schema: SchemaNode | undefined): unknown {
  return schema === undefined ? withoutPasswords(value) : hide(value, composed(schema));
}

/** Hides user and password of URLs, which any text may hold. */
function withoutPasswords(value: unknown): unknown {
  if (typeof value === "string")
    return value.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, `$1${HIDDEN}@`);
  if (Array.isArray(value)) return value.map(withoutPasswords);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withoutPasswords(member)]),
  );
}

function hide(value: unknown, schemas: readonly SchemaNode[]): unknown {
  if (schemas.some(isSecret)) return HIDDEN;
  if (!schemas.some(holdsSecret)) return withoutPasswords(value);
  if (Array.isArray(value))
    return value.map((item, index) =>
      hideMember(item, schemas, ({ prefixItems, items }) => prefixItems?.[index] ?? items),
    );
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        hideMember(member, schemas, ({ properties = {}, additionalProperties }) =>
          Object.hasOwn(properties, key) ? properties[key] : additionalProperties,
        ),
      ]),
    );
  return schemas.some(({ node }) => isScalar(node)) ? withoutPasswords(value) : HIDDEN;
}

function hideMember(
  member: unknown,
  parents: readonly SchemaNode[],
  pick: (parent: JsonSchema) => JsonSchema | boolean | undefined,
): unknown {
  const schemas = parents.flatMap(({ node: parent, definitions }) => {
    const node = pick(parent);
    return typeof node === "object" ? composed({ node, definitions }) : [];
  });
  return schemas.length === 0 ? HIDDEN : hide(member, schemas);
}

/** Returns the schema with all that it is composed of, references followed. */
function composed(schema: SchemaNode): readonly SchemaNode[] {
  const { node, definitions } = resolve(schema);
  const parts = (node.allOf ?? []).map((part) => ({ node: part, definitions }));
  const members = [...unionMembers({ node, definitions }), ...parts];
  return [{ node, definitions }, ...members.flatMap(composed)];
}

/** Checks that the schema names a value without members. */
function isScalar({ type, const: only, enum: choices }: JsonSchema): boolean {
  const types = [type ?? []].flat();
  return (
    only !== undefined ||
    choices !== undefined ||
    types.some((name) => name !== "object" && name !== "array")
  );
}
