import { returnLines } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { useRows } from "@shotkeeper/ui/data";
import { useMemo } from "react";
import { named } from "../../goods-name.ts";
import "./ship.css";

/** Returns the lines of a return with the goods of its order, named in the language of the page. */
export function useReturnLines(returnNo: string) {
  const where = useMemo(() => [{ field: "returnNo", operator: "EQ" as const, value: returnNo }], [returnNo]);
  const rows = useRows(returnLines, { where, limit: 999 }).data?.rows;
  const { code } = useLocale();
  return useMemo(() => rows?.map((row) => named(code, row)), [rows, code]);
}

/** List of a return's goods: requested pieces, condition of the received pieces, and serial numbers. */
export function ReturnLines({ returnNo }: { readonly returnNo: string }) {
  const { returns: t } = useLocale();
  const lines = useReturnLines(returnNo);
  return (
    <div className="sk-parcels">
      {lines?.map((l) => (
        <section key={l.seq} className="sk-parcel" aria-label={l.goodsName}>
          <header>
            <strong>{l.goodsName}</strong>
            <span className="sk-faint">{l.goodsId}</span>
            <span>× {l.returnQty}</span>
            {l.goodQty + l.damagedQty > 0 && <span>{t.came(l.goodQty, l.damagedQty)}</span>}
          </header>
          {l.serialNumbers && <p className="sk-faint">{l.serialNumbers.split(",").join(", ")}</p>}
        </section>
      ))}
    </div>
  );
}
