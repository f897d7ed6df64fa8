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

/** What tells one indicator's screen from another's. */
export interface IndicatorSpec<Q extends Query = Query> {
  readonly name: IndicatorName;
  readonly query: Q;
  readonly columns: Columns<Q>;
  /** The sums worth a card of their own, beside the figure. */
  readonly facts: (
    a: IndicatorAnswer,
    w: { readonly locale: Locale; readonly f: Formats },
  ) => readonly Fact[];
  /** One more part between ranking and table. */
  readonly more?: (a: IndicatorAnswer) => ReactNode;
  readonly rowActions?: (row: QueryRow<Q>) => ReactNode;
}
