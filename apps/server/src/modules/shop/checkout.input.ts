import { decodeRow, errors, type Fields, type RowOf, wireIndex } from "@shotkeeper/contract/kernel";
import {
  type CheckoutGroup,
  checkoutHead,
  checkoutLine,
  type LineConfiguration,
} from "@shotkeeper/contract/shop";

export type Head = RowOf<typeof checkoutHead>;

export interface Line extends LineConfiguration {
  readonly cartId: number | null;
  readonly goodsId: string;
  readonly qty: number;
  /** As the buyer saw it. */
  readonly unitPrice: number;
  readonly moldNo: string | null;
}

export interface Group {
  readonly head: Head;
  readonly oemName: string;
  readonly lines: readonly Line[];
}

const maxGroups = 50;
const maxLines = 2000;

/** The fields that count; a client sends whole rows. */
function known<F extends Fields>(row: unknown, fields: F): RowOf<F> {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw errors.missingField("data");
  const { toName } = wireIndex(fields);
  const own = Object.fromEntries(Object.entries(row).filter(([wire]) => toName.has(wire)));
  const decoded = decodeRow(own, fields, { mode: "insert" });
  for (const name of Object.keys(fields)) decoded[name] ??= null;
  return decoded as RowOf<F>;
}

/** What a checkout asks for: host factory by host factory, each once. */
export function groupsOf(data: unknown): readonly Group[] {
  if (!Array.isArray(data) || data.length === 0) throw errors.nothingToSettle();
  if (data.length > maxGroups) throw errors.tooManyRows(maxGroups);
  const groups = (data as readonly Partial<CheckoutGroup>[]).map((g): Group => {
    const head = known(g?.HD_INFO, checkoutHead);
    if (head.oemName === null) throw errors.noHostFactory();
    const rows: unknown = g.DT_INFO;
    if (!Array.isArray(rows) || rows.length === 0) throw errors.nothingToSettle();
    const lines = rows.map((row): Line => {
      const { orderQty: qty, magnet, sideType, ...line } = known(row, checkoutLine);
      return { ...line, qty, magnet: magnet ?? -1, sideType: sideType ?? -1 };
    });
    return { head, oemName: head.oemName, lines };
  });
  if (new Set(groups.map((g) => g.oemName)).size !== groups.length) throw errors.invalidField("oemName");
  if (groups.reduce((n, g) => n + g.lines.length, 0) > maxLines) throw errors.tooManyRows(maxLines);
  return groups;
}
