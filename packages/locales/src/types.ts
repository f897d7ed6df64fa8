import type * as basic from "@shotkeeper/contract/basic";
import type * as board from "@shotkeeper/contract/board";
import type * as carrier from "@shotkeeper/contract/carrier";
import type * as counter from "@shotkeeper/contract/counter";
import type * as enumerations from "@shotkeeper/contract/enumerations";
import type * as indicator from "@shotkeeper/contract/indicator";
import type * as inspection from "@shotkeeper/contract/inspection";
import type * as inventory from "@shotkeeper/contract/inventory";
import type { EnumDef, ErrorCode } from "@shotkeeper/contract/kernel";
import type * as maintenance from "@shotkeeper/contract/maintenance";
import type * as newmold from "@shotkeeper/contract/newmold";
import type * as production from "@shotkeeper/contract/production";
import type * as shop from "@shotkeeper/contract/shop";
import type * as system from "@shotkeeper/contract/system";
import type * as trial from "@shotkeeper/contract/trial";
import type * as warning from "@shotkeeper/contract/warning";

type Areas = typeof basic &
  typeof board &
  typeof carrier &
  typeof counter &
  typeof enumerations &
  typeof indicator &
  typeof inspection &
  typeof inventory &
  typeof maintenance &
  typeof newmold &
  typeof production &
  typeof shop &
  typeof system &
  typeof trial &
  typeof warning;

type NamesIn<T> = T extends { readonly fields: infer F }
  ? keyof F
  : T extends { readonly columns: infer C }
    ? keyof C
    : T extends { readonly input: infer I }
      ? keyof I
      : never;

/** Every field of every entity, query and command: one name means one thing, so it has one text. */
export type FieldName = { [K in keyof Areas]: NamesIn<Areas[K]> }[keyof Areas] & string;
export type FieldLabels = Readonly<Record<FieldName, string>>;

/** Every enumeration by its name, every value by its name. */
export type EnumLabels = {
  readonly [K in keyof Areas as Areas[K] extends EnumDef ? K : never]: Areas[K] extends EnumDef<infer V>
    ? Readonly<Record<keyof V, string>>
    : never;
};

export type ErrorTexts = Readonly<Record<ErrorCode, string>>;

/** The shape of a text file is that of the Chinese one: other locales must have the same keys and arguments. */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => string
    ? (...args: A) => string
    : T[K] extends string
      ? string
      : T[K] extends readonly string[]
        ? readonly string[]
        : Texts<T[K]>;
};
