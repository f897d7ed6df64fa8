import { sql } from "../../../kernel/db/sql.ts";

/**
 * SQL expression: delivery address of an order or shipment (alias `t`). Leaves out a city or district that repeats the
 * part before it. Must have the same parts as `addressParts` of the contract.
 */
export const addressSql = sql.raw(`
  concat_ws(
    '', t.rec_province,
    case
      when t.rec_city <> t.rec_province and t.rec_city !~ '^(市辖区|县|(省|自治区)直辖县级行政区划)$' then t.rec_city
    end,
    case when t.rec_district not in (t.rec_city, t.rec_province) then t.rec_district end, t.rec_address
  )
`);
