import type { ItemOf } from "./lists.ts";

/** An item with the chosen fields. */
export type Chosen<Item, Field extends PropertyKey> = string extends keyof Item
  ? Item
  : Pick<Item, Field & keyof Item>;

/** A page whose items have the chosen fields. */
export type PageOf<Page, As extends keyof Page, Field extends PropertyKey> = Omit<Page, As> &
  Readonly<Record<As, readonly Chosen<ItemOf<Page, As>, Field>[]>>;

/** Conditions on a field: a value that it has, or an operator with its operand. */
export type Condition<Value, Operator extends string, Operand = Value> =
  | Value
  | {
      readonly [O in Operator]?: O extends "in"
        ? readonly Value[]
        : O extends "eq" | "ne"
          ? Value
          : Operand;
    };

/** A field to sort by; with `-`, the last value comes first. */
export type Order<Field extends PropertyKey> = `${"" | "-"}${Field & string}`;
