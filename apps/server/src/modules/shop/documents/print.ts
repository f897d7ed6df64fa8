import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { errors, onWire } from "@shotkeeper/contract/kernel";
import {
  amountText,
  customerOrder,
  documentType,
  hasDeliveryNote,
  isAccessory,
  moldKind,
  printToPdf,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import type { FileStore } from "../../../kernel/files/file-store.ts";
import { safeName } from "../../../kernel/files/file-types.ts";
import { type CommandImpl, handle } from "../../../kernel/registry.ts";
import { dueOf, monthOf } from "../order.queries.ts";
import { customerOf, ownScope } from "../who.ts";
import { logoOf } from "./logo.ts";
import { type PaperFacts, type PaperLine, paperOf, titleOf } from "./paper.ts";
import { pdfOf } from "./pdf.ts";

type Facts = Readonly<Record<string, string | number | null>>;

const statNames = ["待付款", "已上传凭证", "备货中", "已发货", "已完成"];
const magnets: Readonly<Record<number, string>> = { 0: "方形磁铁", 1: "圆形磁铁" };

/** How a counter was ordered: who packs it and who takes it in go by the paper. */
function configured({ code, kind, magnet }: Facts): string {
  if (!kind || isAccessory(String(code))) return "";
  const words = [kind === moldKind.values.hardware ? "五金模" : "塑胶模", magnets[Number(magnet)]];
  return `（${words.filter(Boolean).join("、")}）`;
}
const text = (v: unknown) => (v === null || v === undefined ? "" : String(v));

/** What a paper of an order says; the order must be one that the asker sees. */
async function orderFacts(ctx: Ctx, docType: number, orderNo: string): Promise<PaperFacts> {
  const { tenantId, zone } = ctx.who;
  const [heads, lines = []] = await ctx.db.run(tenantId, [
    sql`
      select
        e.full_name as seller, c.cust_name, t.order_no, t.oem_name, t.order_stat, t.cust_code,
        t.remark, t.carrier, t.express_no, t.postage::float8, t.total_amount::float8 as total,
        concat_ws(
          '', t.rec_province, nullif(t.rec_city, t.rec_province), t.rec_district, t.rec_address
        ) as place,
        t.rec_man, t.rec_tel, c.taxpayer_id,
        to_char(t.order_date at time zone ${zone}, 'YYYY-MM-DD') as day,
        to_char(t.plan_out_date, 'YYYY-MM-DD') as plan,
        to_char(t.express_date at time zone ${zone}, 'YYYY-MM-DD') as shipped
      from customer_order t
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      join tenant e on e.tenant_id = ${tenantId}
      where t.tenant_id = ${tenantId} and t.order_no = ${orderNo} and ${ownScope(ctx)}
    `,
    sql`
      select
        goods_id as code, goods_name as name, coalesce(goods_model, '') as model,
        coalesce(goods_unit, '') as unit, order_qty::float8 as qty,
        unit_price::float8 as "unitPrice", amount::float8, mold_kind as kind, magnet
      from customer_order_line
      where tenant_id = ${tenantId} and order_no = ${orderNo}
      order by seq
    `,
  ]);
  const o = heads?.[0] as Facts | undefined;
  if (!o) throw errors.unknownReference("orderNo");
  const isDelivery = docType === documentType.deliveryNote;
  if (isDelivery && !hasDeliveryNote({ orderStat: o.order_stat as never })) throw errors.wrongState();
  const facts: [string, string][] = [
    ["客户", text(o.cust_name)],
    ["主机厂", text(o.oem_name)],
    ["订单号", text(o.order_no)],
    ["下单日期", text(o.day)],
    ["收货人", `${text(o.rec_man)} ${text(o.rec_tel)}`],
    ["收货地址", text(o.place)],
  ];
  if (isDelivery)
    facts.push(
      ["承运商", text(o.carrier) || "—"],
      ["快递单号", text(o.express_no)],
      ["发货日期", text(o.shipped)],
    );
  else facts.push(["计划出货日", text(o.plan)], ["税号", text(o.taxpayer_id)]);
  if (o.cust_code) facts.push(["客户订单号", text(o.cust_code)]);
  return {
    docType,
    seller: text(o.seller),
    custName: text(o.cust_name),
    orderNo,
    date: text(o.day),
    facts,
    lines: lines.map(({ kind, magnet, ...l }) => ({
      ...l,
      name: `${text(l.name)}${configured({ code: text(l.code), kind, magnet } as Facts)}`,
    })) as unknown as PaperLine[],
    postage: Number(o.postage),
    total: Number(o.total),
    remark: text(o.remark),
  };
}

/** A month's statement: the code is "2026-05", or "C001/2026-05" where the operator's people ask. */
async function statementFacts(ctx: Ctx, code: string): Promise<PaperFacts> {
  const { tenantId, zone } = ctx.who;
  const m = /^(?:(.+)\/)?(\d{4}-\d{2})$/.exec(code);
  if (!m) throw errors.invalidField(onWire("DocCode"));
  const custId = customerOf(ctx, m[1] ?? null);
  const month = m[2] ?? "";
  const [heads, rows = []] = await ctx.db.run(tenantId, [
    sql`
      select e.full_name as seller, c.cust_name, c.taxpayer_id, c.statement_days
      from customer c
      join tenant e on e.tenant_id = ${tenantId}
      where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
    `,
    sql`
      select
        t.order_no as code, t.oem_name as name,
        to_char(t.order_date at time zone ${zone}, 'YYYY-MM-DD') as model, t.order_stat, t.is_paid,
        1 as qty, 0 as "unitPrice", t.total_amount::float8 as amount,
        to_char(${dueOf(ctx)}, 'YYYY-MM-DD') as due
      from customer_order t
      where t.tenant_id = ${tenantId} and t.cust_id = ${custId} and ${monthOf(ctx)} = ${month}
      order by t.order_no
    `,
  ]);
  const c = heads?.[0] as Facts | undefined;
  if (!c) throw errors.unknownReference("custId");
  const lines = rows.map((r) => ({
    ...r,
    unit: r.is_paid ? "已付款" : (statNames[Number(r.order_stat)] ?? ""),
  })) as unknown as PaperLine[];
  const open =
    rows.filter((r) => !r.is_paid).reduce((n, r) => n + Math.round(Number(r.amount) * 100), 0) / 100;
  const total = rows.reduce((n, r) => n + Math.round(Number(r.amount) * 100), 0) / 100;
  return {
    docType: documentType.statement,
    seller: text(c.seller),
    custName: text(c.cust_name),
    orderNo: `${custId} ${month}`,
    date: month,
    facts: [
      ["客户", text(c.cust_name)],
      ["账期月份", month],
      ["税号", text(c.taxpayer_id)],
      ["付款期限", text(rows[0]?.due)],
      ["未付金额", `¥ ${amountText(open)}`],
      ["订单数", String(rows.length)],
    ],
    lines,
    postage: 0,
    total,
    remark: "",
  };
}

/** Papers are files: a paper that says the same is the same file. */
export function documentCommands(store: FileStore): readonly CommandImpl[] {
  return [
    handle(printToPdf, async (ctx, { docCode, docType }) => {
      const isStatement = docType === documentType.statement;
      const facts = isStatement
        ? await statementFacts(ctx, docCode)
        : await orderFacts(ctx, docType, docCode);
      const paper = { ...facts, logo: await logoOf(ctx, store) };
      const { tenantId, userId } = ctx.who;
      const part = `PDF${docType}`;
      const code = createHash("sha256").update(JSON.stringify(paper)).digest("hex");
      const FILE_NAME = safeName(`${titleOf(docType)}-${paper.orderNo.replace(/\s/g, "-")}.pdf`);
      // A statement belongs to its customer, whose row decides who reads it.
      const [table, owner] = isStatement
        ? ["BS_CUST", paper.orderNo.split(" ")[0]]
        : [customerOrder.wire, paper.orderNo];
      const [known] = await ctx.db.run(tenantId, [
        sql`
          select file_path
          from file_info
          where tenant_id = ${tenantId}
            and owner_table = ${table}
            and owner_id = ${owner}
            and owner_part = ${part}
            and file_code = ${code}
          limit 1
        `,
      ]);
      if (known?.[0]) return { PdfPath: String(known[0].file_path), FILE_NAME };
      // A sign that cannot be read must not keep anybody from the paper.
      const bytes = await pdfOf(paperOf(paper)).catch((cause: unknown) => {
        if (paper.logo === null) throw cause;
        return pdfOf(paperOf(facts));
      });
      const file = await store.write(tenantId, FILE_NAME, Readable.from([bytes]));
      const at = new Date(ctx.now);
      await ctx.db.run(tenantId, [
        sql`
          insert into file_info (
            tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id,
            owner_part, file_code, created_by, created_date, updated_by, updated_date
          )
          values (
            ${tenantId}, ${file.id}, ${FILE_NAME}, ${`/files/${file.id}`}, ${file.size},
            ${file.type.mediaType}, ${table}, ${owner}, ${part}, ${code}, ${userId}, ${at},
            ${userId}, ${at}
          )
        `,
      ]);
      return { PdfPath: `/files/${file.id}`, FILE_NAME };
    }),
  ];
}
