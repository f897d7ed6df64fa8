// Templates of the files that `npm run new` creates for a list with a form. The example entity is a note about a
// mold.

/** Returns all spellings of a list's name that the templates need, such as the wire name. */
export function namesOf(area, name, menuId) {
  const camel = name.replace(/-(\w)/g, (_, c) => c.toUpperCase());
  const words = name.replaceAll("-", " ");
  return {
    area,
    name,
    menuId,
    camel,
    pascal: camel[0].toUpperCase() + camel.slice(1),
    table: name.replaceAll("-", "_"),
    wire: name.replaceAll("-", "_").toUpperCase(),
    words: words[0].toUpperCase() + words.slice(1),
    route: `/${area}/${name}`,
  };
}

export const contractFile = (
  n,
) => `import { defineEntity, defineQuery, field, right, tableRights } from "../kernel/index.ts";
import { menus } from "../menus.ts";

/** ${n.words}: a note about a mold. */
export const ${n.camel} = defineEntity({
  name: "${n.camel}",
  wire: "${n.wire}",
  access: tableRights(menus.${n.camel}),
  key: ["${n.camel}Id"],
  fields: {
    ${n.camel}Id: field.text(50, { required: true }),
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    remark: field.text(500),
  },
});

export const ${n.camel}List = defineQuery({
  menu: menus.${n.camel},
  id: "Q01",
  access: right(menus.${n.camel}, "Q"),
  key: ["${n.camel}Id"],
  columns: ${n.camel}.fields,
});
`;

export const migrationFile = (n) => `create table ${n.table} (
  tenant_id int not null,
  ${n.table}_id text collate "C" not null,
  mold_no text collate "C" not null,
  remark text,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, ${n.table}_id),
  constraint ${n.table}_mold_no
    foreign key (tenant_id, mold_no) references mold (tenant_id, mold_no)
);

create index ${n.table}_mold on ${n.table} (tenant_id, mold_no);

select app_guard('${n.table}');
select app_script_view('${n.table}', '${n.table}');
`;

export const serverFile = (n) => `import { ${n.camel}, ${n.camel}List } from "@shotkeeper/contract/${n.area}";
import type { Ctx } from "../../kernel/ctx.ts";
import { implement, table } from "../../kernel/registry.ts";
import { ofMoldScope, seenMolds } from "${n.area === "mold" ? "./mold-facts.ts" : "../mold/index.ts"}";

export const ${n.camel}ListImpl = implement(${n.camel}List, { from: "${n.table}", where: ofMoldScope });

/** Requires that the caller may see each mold that the rows name. */
async function checkMolds(ctx: Ctx, rows: readonly Record<string, unknown>[]): Promise<void> {
  await seenMolds(
    ctx,
    rows.flatMap((row) => row.moldNo ?? []),
    "mold_id",
  );
}

export const ${n.camel}Table = table(${n.camel}, {
  from: "${n.table}",
  where: ofMoldScope,
  writes: ["A", "M", "D"],
  check: (ctx, action, rows) => (action === "D" ? undefined : checkMolds(ctx, rows)),
});
`;

export const testFile = (n) => `import { beforeEach, describe, expect, it } from "vitest";
import { type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const target = { MENU_ID: "${n.menuId}", TableName: "${n.wire}" };
const key = "${n.wire}_ID";

describe("${n.words}", () => {
  let s: TestServer;
  let t: TestTenant;
  const send = (Type: string, Data: Record<string, unknown>) => t.admin.mitt({ Type, ...target, Data: [Data] });

  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    await t.mold("M1");
  });

  it("is added, changed and deleted", async () => {
    expect(await send("insert", { [key]: "1", MOLD_NO: "M1", REMARK: "first" })).toMatchObject({ Msg: "S0022" });
    expect(await send("update", { [key]: "1", REMARK: "second" })).toMatchObject({ Msg: "S0023" });
    expect(await t.admin.list("${n.menuId}", "Q01")).toMatchObject([{ [key]: "1", REMARK: "second" }]);
    expect(await send("delete", { [key]: "1" })).toMatchObject({ Msg: "S0024" });
    expect(await t.admin.list("${n.menuId}", "Q01")).toEqual([]);
  });

  it("is refused without its fields, for an unknown mold, and twice", async () => {
    expect(await send("insert", { [key]: "1" })).toMatchObject({ Msg: "S0007^MOLD_NO" });
    expect(await send("insert", { [key]: "1", MOLD_NO: "X" })).toMatchObject({ Msg: "S0202^MOLD_NO" });
    await send("insert", { [key]: "1", MOLD_NO: "M1" });
    expect((await send("insert", { [key]: "1", MOLD_NO: "M1" })).Msg).toMatch(/^S0029/);
  });

  it("is seen by its mold's companies only, and by no other tenant", async () => {
    await send("insert", { [key]: "1", MOLD_NO: "M1" });
    const own = await t.user("O1", ["${n.menuId}:Q"]);
    const foreign = await t.user("O2", ["${n.menuId}:Q"]);
    expect(await own.list("${n.menuId}", "Q01")).toHaveLength(1);
    expect(await foreign.list("${n.menuId}", "Q01")).toEqual([]);
    const other = await TestTenant.create(s);
    expect(await other.admin.list("${n.menuId}", "Q01")).toEqual([]);
  });
});
`;

export const screenFile = (n) => `import { ${n.camel}, ${n.camel}List } from "@shotkeeper/contract/${n.area}";
import type { Columns } from "@shotkeeper/ui/cells";
import { ListScreen } from "@shotkeeper/ui/list";
import { MoldLink } from "../links.tsx";
import { MoldInput } from "../pickers.tsx";

const columns: Columns<typeof ${n.camel}List> = [
  { name: "${n.camel}Id", pin: "left", width: 140 },
  { name: "moldNo", width: 140, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "remark", width: 320 },
  { name: "updatedDate", width: 160 },
];

export default function ${n.pascal}Screen() {
  return (
    <ListScreen
      query={${n.camel}List}
      entity={${n.camel}}
      columns={columns}
      form={{
        sections: [{ fields: ["${n.camel}Id", "moldNo", "remark"] }],
        inputs: { moldNo: MoldInput },
      }}
      search={["${n.camel}Id", "moldNo", "remark"]}
    />
  );
}
`;
