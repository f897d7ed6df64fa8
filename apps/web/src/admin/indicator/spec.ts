import type { IndicatorAnswer, IndicatorName } from "@shotkeeper/contract/indicator";
import type { Query, QueryRow } from "@shotkeeper/contract/kernel";
import type { Locale } from "@shotkeeper/locales";
import type { Formats } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { ReactNode } from "react";

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  readonly note?: string;
}

/** Description of an indicator's screen: everything in which it differs from the other indicators' screens. */
export interface IndicatorSpec<Q extends Query = Query> {
  readonly name: IndicatorName;
  readonly query: Q;
  readonly columns: Columns<Q>;
  /**
   * Returns the facts that are shown as cards beside the indicator's value: the sums from which the value is computed.
   */
  readonly facts: (
    a: IndicatorAnswer,
    w: { readonly locale: Locale; readonly f: Formats },
  ) => readonly Fact[];
  /** Returns additional content, shown between the ranking and the table. */
  readonly more?: (a: IndicatorAnswer) => ReactNode;
  readonly rowActions?: (row: QueryRow<Q>) => ReactNode;
}
