/** Makers of points, the kinds of contributions that plugins add to the vocabulary. */
import type {
  AnyPlugin,
  PluginKeys,
  Point,
  PointEntry,
  PointForm,
} from "../../../registry/contract/plugin/point.ts";

/** The keys that points own. */
type PointKey = keyof PluginKeys<AnyPlugin> & string;

type ValueOf<Key extends PointKey> = NonNullable<PluginKeys<AnyPlugin>[Key]>;
/** Entry of a key, as its type in `PluginKeys` has it. */
type EntryOf<Key extends PointKey, Form extends PointForm> = Form extends "value"
  ? ValueOf<Key>
  : NamedEntry<ValueOf<Key>>;
/** Entry of a key before its plugin has started. */
type DeclaredOf<Key extends PointKey, Form extends PointForm> = Form extends "record of services"
  ? ValueOf<Key>
  : EntryOf<Key, Form>;
type NamedEntry<T> = T extends (...args: never) => infer R
  ? NamedEntry<R>
  : T extends Readonly<Record<string, infer E>>
    ? Exclude<E, undefined>
    : never;

type PointOf<Key extends PointKey, Form extends PointForm, Sealed> = Point<
  EntryOf<Key, Form>,
  Sealed,
  DeclaredOf<Key, Form>
>;
type Definition<Key extends PointKey, Form extends PointForm, Sealed> = Omit<
  PointOf<Key, Form, Sealed>,
  "id" | "form" | "seal" | "~sealed"
> & { readonly id: Key; readonly form?: Form };

/**
 * Defines a point: a key of plugins, with all that follows from its entries. A plugin that lists it under `points` reads it.
 * Without `seal`, readers get the entries with their owners.
 */
export function definePoint<
  Key extends PointKey,
  Form extends PointForm = "record",
  Sealed = readonly PointEntry<DeclaredOf<Key, Form>>[],
>(
  definition: Definition<Key, Form, Sealed> & {
    readonly seal?: PointOf<Key, Form, Sealed>["seal"];
  },
): PointOf<Key, Form, Sealed> {
  const asEntries = (entries: readonly PointEntry<DeclaredOf<Key, Form>>[]) => entries as Sealed; // its default
  return { seal: asEntries, ...definition };
}
