import type * as binding from "@shotkeeper/contract/binding";
import type * as board from "@shotkeeper/contract/board";
import type * as carrier from "@shotkeeper/contract/carrier";
import type * as counter from "@shotkeeper/contract/counter";
import type * as customer from "@shotkeeper/contract/customer";
import type * as dataOut from "@shotkeeper/contract/data-out";
import type * as device from "@shotkeeper/contract/device";
import type * as enumerations from "@shotkeeper/contract/enumerations";
import type * as indicator from "@shotkeeper/contract/indicator";
import type * as inspection from "@shotkeeper/contract/inspection";
import type * as inventory from "@shotkeeper/contract/inventory";
import type { EnumDef, MessageName } from "@shotkeeper/contract/kernel";
import type * as maintenance from "@shotkeeper/contract/maintenance";
import type { MenuName } from "@shotkeeper/contract/menus";
import type * as mold from "@shotkeeper/contract/mold";
import type * as moldDocument from "@shotkeeper/contract/mold-document";
import type * as newMold from "@shotkeeper/contract/new-mold";
import type * as notice from "@shotkeeper/contract/notice";
import type * as partner from "@shotkeeper/contract/partner";
import type * as product from "@shotkeeper/contract/product";
import type * as production from "@shotkeeper/contract/production";
import type * as shop from "@shotkeeper/contract/shop";
import type * as system from "@shotkeeper/contract/system";
import type * as trial from "@shotkeeper/contract/trial";
import type * as warning from "@shotkeeper/contract/warning";

type Areas = typeof binding &
  typeof customer &
  typeof device &
  typeof mold &
  typeof moldDocument &
  typeof partner &
  typeof product &
  typeof board &
  typeof carrier &
  typeof counter &
  typeof enumerations &
  typeof indicator &
  typeof inspection &
  typeof inventory &
  typeof maintenance &
  typeof newMold &
  typeof dataOut &
  typeof notice &
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

/**
 * Names of all fields of entities, queries and commands. A field name has one meaning everywhere and therefore needs
 * only one label.
 */
export type FieldName = { [K in keyof Areas]: NamesIn<Areas[K]> }[keyof Areas] & string;
export type FieldLabels = Readonly<Record<FieldName, string>>;

/** Labels of the values of all enumerations, by enumeration and name of the value. */
export type EnumLabels = {
  readonly [K in keyof Areas as Areas[K] extends EnumDef ? K : never]: Areas[K] extends EnumDef<infer V>
    ? Readonly<Record<keyof V, string>>
    : never;
};

export type ErrorTexts = Readonly<Record<MessageName, string>>;

/**
 * Type of a text file in another language. This type is derived from the Chinese file, so both files have the same keys
 * and arguments.
 */
export type Texts<T> = {
  readonly [K in keyof T]: T[K] extends (...args: infer A) => string
    ? (...args: A) => string
    : T[K] extends string
      ? string
      : T[K] extends readonly string[]
        ? readonly string[]
        : Texts<T[K]>;
};

/** Labels of all sections and screens. The application shell itself has no label. */
export type MenuLabels = Readonly<Record<Exclude<MenuName, "shell">, string>>;
