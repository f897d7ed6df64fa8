import { menus } from "@shotkeeper/contract/menus";
import { customerRights, touristRole } from "@shotkeeper/contract/shop";
import type { App } from "../app.ts";
import { hashPassword } from "../kernel/auth/password.ts";
import { sql } from "../kernel/db/sql.ts";
import { demoParameters } from "../modules/system/index.ts";
import { allRights, createTenant } from "../tenants/create-tenant.ts";
import { Actor } from "./base/actor.ts";
import { day, orgs, technicians } from "./base/catalog.ts";
import { demoLicence } from "./base/demo-licence.ts";
import { counterSpecs } from "./fleet/counters.ts";
import { deviceRows, mountings } from "./fleet/devices.ts";
import { Episodes } from "./fleet/episodes.ts";
import { historyMs, moldSpecs } from "./fleet/molds.ts";
import { manufacturerRows, supplierRows } from "./fleet/partners.ts";
import { rowAsAdded, transfers } from "./fleet/transfers.ts";
import { makeConnectors } from "./rows/connectors.ts";
import { customerRows } from "./rows/customers.ts";
import { dictionaries, documentRules, parameters } from "./rows/dictionaries.ts";
import { outgoingRows } from "./rows/exports.ts";
import { makeKeys } from "./rows/keys.ts";
import { makeNewMolds } from "./rows/new-molds.ts";
import { noticeRuleChanges } from "./rows/notices.ts";
import { addPackages } from "./rows/packages.ts";
import { priceRows, productRows } from "./rows/products.ts";
import { scriptRows } from "./rows/scripts.ts";
import { seedShop } from "./rows/shop.ts";
import { stockParts } from "./rows/upkeep-goods.ts";
import { viewRows } from "./rows/views.ts";

export const demoPassword = "demo1234";
/**
 * Name of the parameter that stores the end of the demo's generated history. Only a demo tenant that was created
 * completely has this parameter.
 */
export const epochParameter = "DEMO_EPOCH";

interface DemoRole {
  readonly code: string;
  readonly name: string;
  readonly scope: "tenant" | "organization";
  readonly may: (right: string) => boolean;
}

const is = (right: string, ...beginnings: readonly string[]) => beginnings.some((b) => right.startsWith(b));

/**
 * Returns true for rights on the tenant's own business, which the demo does not give to OEMs and plants: system,
 * parameters, products, customers, gateways, connectors and the shop's orders.
 */
const isInternal = (right: string) =>
  is(
    right,
    "SYS",
    menus.product,
    menus.customer,
    menus.parameter,
    menus.shop,
    menus.gateway,
    menus.connector,
    "OR",
  );

/** Roles of the demo and their rights. docs/access.md lists the calls of each right. */
export const demoRoles: readonly DemoRole[] = [
  { code: "admin", name: "系统管理员", scope: "tenant", may: () => true },
  {
    code: "oem",
    name: "主机厂模具管理",
    scope: "organization",
    may: (r) =>
      !isInternal(r) &&
      (r.endsWith(":Q") || (is(r, menus.mold, "WA", "NM", "IN", "TR") && !r.endsWith(":D"))),
  },
  {
    code: "plant",
    name: "注塑厂模具管理",
    scope: "organization",
    may: (r) =>
      !isInternal(r) &&
      (r.endsWith(":Q") ||
        // Rights of the plant on the screens of these menus, except deleting and scrapping. On the screen of handovers
        // the plant signs that it has received the mold.
        (is(
          r,
          menus.mold,
          menus.binding,
          menus.mounting,
          "PO",
          "MT",
          "IN",
          "WA",
          "IV",
          "TR",
          menus.newMoldHandover,
        ) &&
          // Leaves out the rights D (delete) and S (scrap): plants do not own molds and may not scrap them.
          !r.endsWith(":D") &&
          !r.endsWith(":S"))),
  },
  {
    code: "maker",
    name: "模具厂项目管理",
    scope: "organization",
    may: (r) =>
      (is(r, "DB", menus.mold, menus.binding, menus.device, menus.majorMaintenance, "PO", "KP", "KB", "WA") &&
        r.endsWith(":Q")) ||
      (is(r, "NM", "TR") && !r.endsWith(":D")),
  },
  {
    code: "cust",
    name: "客户",
    scope: "organization",
    may: (r) => customerRights.includes(r),
  },
  { code: touristRole, name: "游客", scope: "organization", may: (r) => r === `${menus.shop}:Q` },
  {
    code: "dev",
    name: "系统维护",
    scope: "tenant",
    may: (r) => r.endsWith(":Q") || is(r, "CT", "SYS", menus.parameter),
  },
];

const users = [
  { id: "admin", name: "陈明", org: null, sex: 1, phone: "13800000001" },
  { id: "oem", name: "刘洋", org: "OEM01", sex: 1, phone: "13800000002" },
  { id: "plant", name: "赵敏", org: "PLANT01", sex: 2, phone: "13800000003" },
  { id: "maker", name: "黄海涛", org: "MAKER01", sex: 1, phone: "13800000004" },
  { id: "cust", name: "钱玉", org: null, sex: 2, phone: "13800000005" },
  { id: "dev", name: "沈航", org: null, sex: 1, phone: "13800000006" },
] as const;

/**
 * Grants the rights of the demo's roles. This is repeated at each start, so that the roles get the rights on screens
 * of a newer version.
 */
export async function grantRights(app: App, tenantId: number): Promise<void> {
  const rights = allRights();
  const pairs = demoRoles.flatMap((r) => rights.filter(r.may).map((right) => [r.code, right] as const));
  await app.db.run(tenantId, [
    sql`insert into role_right (tenant_id, role_code, authority)
      select ${tenantId}::int, x.role, x.authority
      from unnest(${pairs.map((p) => p[0])}::text[], ${pairs.map((p) => p[1])}::text[]) as x (role, authority)
      join role r on r.tenant_id = ${tenantId} and r.role_code = x.role on conflict do nothing`,
  ]);
}

async function addPeople(app: App, tenantId: number, now: number): Promise<void> {
  const at = new Date(now);
  const hashes = new Map<string, string>();
  for (const u of users) hashes.set(u.id, await hashPassword(demoPassword));
  const others = demoRoles.filter((r) => r.code !== "admin");
  await app.db.run(tenantId, [
    sql`insert into role (
        tenant_id, role_code, role_name, data_scope,
        created_by, created_date, updated_by, updated_date
      )
      select ${tenantId}::int, x.code, x.name, x.scope, 'system', ${at}, 'system', ${at}
      from unnest(
        ${others.map((r) => r.code)}::text[],
        ${others.map((r) => r.name)}::text[],
        ${others.map((r) => r.scope)}::text[]
      ) as x (code, name, scope) returning 1`,
    sql`update role set role_name = ${demoRoles[0]?.name ?? "admin"} where tenant_id = ${tenantId}
      and role_code = 'admin'`,
    ...users.map((u) => {
      const mail = `${u.id}@demo.example.com`;
      return sql`insert into "user" (
          tenant_id, user_id, user_name, sex, phone, mail, status, org_id, role_code, password_hash,
          created_by, created_date, updated_by, updated_date
        )
        values (
          ${tenantId}, ${u.id}, ${u.name}, ${u.sex}, ${u.phone}, ${mail}, 0, ${u.org}, ${u.id},
          ${hashes.get(u.id) ?? ""}, 'system', ${at}, 'system', ${at}
        )
        on conflict (tenant_id, user_id) do update
        set user_name = excluded.user_name, sex = excluded.sex, phone = excluded.phone, mail = excluded.mail`;
    }),
    ...Object.entries(technicians).map(
      ([plant, t]) =>
        sql`insert into "user" (
            tenant_id, user_id, user_name, status, org_id, role_code,
            created_by, created_date, updated_by, updated_date
          )
          values (
            ${tenantId}, ${t.id}, ${t.name}, 0, ${plant}, 'plant', 'system', ${at}, 'system', ${at}
          )`,
    ),
  ]);
}

/**
 * Creates the demo tenant with users, companies, molds and counters, so that users can log in. The history is
 * generated later.
 */
export async function seedDemo(app: App, code = "demo"): Promise<number> {
  const now = app.now();
  const tenantId = await createTenant(
    app.db,
    { code, fullName: "Shotkeeper 演示企业", adminHash: await hashPassword(demoPassword), demo: true },
    now,
  );
  const actor = new Actor(app, tenantId);
  await actor.run("rf_LoadLicence", { LICENCE_FILE: await demoLicence(app, tenantId) }, now);
  const founded = now - historyMs - 30 * day;
  const orgRows = orgs.map((o, i) => ({
    ORGANIZATION_ID: o.id,
    ORGANIZATION_NAME: o.name,
    ORGANIZATION_TYPE: o.type,
    LONGITUDE: o.lng,
    LATITUDE: o.lat,
    RADIUS: o.radius,
    PROVINCE: o.province,
    CITY: o.city,
    SORT_NUMBER: i + 1,
  }));
  await actor.write("insert", [menus.organization, "SYS_ORG"], orgRows, founded);
  await addPeople(app, tenantId, founded);
  await grantRights(app, tenantId);
  await actor.write("insert", [menus.customer, "BS_CUST"], customerRows, founded);
  await actor.write("insert", [menus.product, "GOODS_INFO"], productRows, founded);
  await actor.write("insert", [menus.product, "GOODS_OEM_PRICE"], priceRows, founded);
  await actor.write("insert", [menus.supplier, "BS_MAIN_SUP"], supplierRows, founded);
  await actor.write("insert", [menus.manufacturer, "BS_MAIN_MAKE"], manufacturerRows, founded);
  const codes = dictionaries.map((d) => ({ DICT_CODE: d.code, DICT_NAME: d.name }));
  const items = dictionaries.flatMap((d) =>
    d.items.map(([value, name], i) => ({
      ITEM_ID: d.code,
      ITEM_VALUE: value,
      DICT_DATA_NAME: name,
      SEQ: i + 1,
    })),
  );
  await actor.write("insert", [menus.dictionary, "SYS_DICT"], codes, founded);
  await actor.write("insert", [menus.dictionary, "SYS_DICT_ITEM"], items, founded);
  const [known] = await app.db.run(tenantId, [
    sql`select doc_id from document_rule where tenant_id = ${tenantId}`,
  ]);
  const missing = documentRules.filter((r) => !known?.some((k) => k.doc_id === r.DOC_ID));
  if (missing.length > 0) await actor.write("insert", [menus.documentRule, "SYS_DOC_RULE"], missing, founded);
  await actor.write("insert", [menus.parameter, "SYS_PRM"], parameters, founded);
  for (const [menu, table, rows] of outgoingRows) await actor.write("insert", [menu, table], rows, founded);
  await actor.write("update", [menus.notice, "SYS_NOTICE"], noticeRuleChanges, founded);
  await addPackages(app, tenantId, new Date(founded));
  for (const s of scriptRows) await actor.run("rf_SaveScript", s, founded);
  const molds = moldSpecs(now);
  await actor.write("insert", [menus.mold, "BS_MOLD"], molds.map(rowAsAdded), founded);
  await actor.write("insert", [menus.device, "BS_DEVICE"], deviceRows(molds), founded);
  await stockParts(actor, molds, founded);
  for (const t of transfers(molds)) await actor.run("rf_TransferMold", t.params, now - t.ago);
  for (const m of mountings(molds)) await actor.run("rf_MountMold", m.params, now - m.ago);
  const counters = counterSpecs(molds, now, (m) => new Episodes(m, now).since);
  await actor.write(
    "insert",
    [menus.counterRegistration, "BS_WRITER"],
    counters.map((c) => c.row),
    founded,
  );
  await makeKeys(actor, now, founded);
  await actor.write("insert", [menus.shell, "SYS_VIEW"], viewRows, founded);
  await makeConnectors(actor, now);
  await seedShop(actor, now, founded);
  await makeNewMolds(actor, molds, now);
  // Writes the parameter DEMO_EPOCH (end of the generated history) last. A tenant that has it is complete, and only
  // such a tenant gets a history.
  await actor.write(
    "insert",
    [menus.parameter, "SYS_PRM"],
    [
      { PRM_ID: epochParameter, PRM_VALUE: new Date(now).toISOString(), REMARK: "演示数据：历史结束时刻" },
      { PRM_ID: demoParameters.done, PRM_VALUE: "0", REMARK: "演示数据：已生成历史的模具数" },
      {
        PRM_ID: demoParameters.total,
        PRM_VALUE: String(molds.length),
        REMARK: "演示数据：需生成历史的模具数",
      },
    ],
    now,
  );
  return tenantId;
}
