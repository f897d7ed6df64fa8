import { type Entity, encodeRow } from "@shotkeeper/contract/kernel";
import type { Client } from "./client.ts";

type Row = Readonly<Record<string, unknown>>;

/** Inserts a header row and its lines in one transaction. Returns the code of the server's message. */
export async function insertWithLines(
  client: Pick<Client, "post">,
  header: { readonly entity: Entity; readonly row: Row },
  lines: { readonly entity: Entity; readonly rows: readonly Row[] },
): Promise<string> {
  const table = ({ wire, fields }: Entity, rows: readonly Row[]) => ({
    TableName: wire,
    Data: rows.map((row) => encodeRow(row, fields)),
  });
  const answer = await client.post("/mitt", {
    Type: "DoHDAndDT",
    MENU_ID: header.entity.menu,
    HD: table(header.entity, [header.row]),
    DT: [table(lines.entity, lines.rows)],
  });
  return answer.Msg;
}
