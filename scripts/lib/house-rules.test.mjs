import { expect, it } from "vitest";
import { houseRuleFaults } from "./house-rules.mjs";

it.each([
  ["apps/server/src/modules/mold/a.ts", 'throw new Error("S0202");', "message codes"],
  ["apps/server/src/modules/mold/a.ts", 'may(ctx.who, "MT101", "Q")', "menu ids"],
  ["apps/web/src/admin/mold/a.tsx", "return row.MOLD_NO;", "wire names in pages"],
  ["apps/server/src/modules/mold/a.ts", "sql`where state = 4`", "state numbers in SQL"],
  ["apps/server/src/modules/mold/a.ts", "sql`where t.state in (1, 3)`", "state numbers in SQL"],
  ["apps/server/src/modules/mold/a.ts", "sql`insert into mold select 1`", "inserts without columns"],
  ["apps/server/src/modules/mold/a.ts", "const a = row as unknown as Mold;", "double casts"],
  ["packages/ui/src/list/a.tsx", "const now = dayjs();", "clock and zone"],
  ["apps/web/src/admin/mold/a.tsx", "const hour = at.getHours();", "clock and zone"],
  ["apps/web/src/admin/mold/a.tsx", 'import { Button, DatePicker } from "antd";', "clock and zone"],
  ["packages/datagrid/src/core/a.ts", "const age = Date.now() - at;", "clock and zone"],
  ["apps/web/src/admin/a.tsx", 'import { lazy, useState } from "react";', "React's Suspense"],
  ["packages/datagrid/src/react/a.tsx", "    <Suspense fallback={null}>", "React's Suspense"],
  ["apps/web/src/admin/a.css", "  background: var(--ant-color-bg-container);", "variables of antd"],
  ["packages/ui/src/list/a.tsx", `const a = "${"x".repeat(120)}";`, "long lines"],
])("%s: %s breaks a rule", (file, line, rule) => {
  expect(houseRuleFaults(file, line).join()).toContain(rule);
});

it.each([
  ["apps/server/src/modules/mold/mold.test.ts", 'expect(msg).toBe("S0202^MOLD_NO");'],
  ["packages/contract/src/mold/mold.entity.ts", 'wire: "MOLD_CAVE_NUM",'],
  ["apps/server/src/modules/mold/a.ts", "sql`where t.state = $1`"],
  ["apps/server/src/modules/mold/a.ts", "sql`insert into mold (tenant_id) values (1)`"],
  ["apps/web/src/admin/mold/a.tsx", "// MOLD_NO is what the wire calls it"],
  ["apps/web/src/admin/mold/a.tsx", "const formats = [BarcodeFormat.QR_CODE];"],
  ["packages/ui/src/time/clock.ts", "const now = Date.now() + ahead;"],
  ["apps/server/src/modules/mold/a.ts", "const at = new Date();"],
  ["apps/web/src/admin/a.css", "  height: var(--ant-control-height, 30px);"],
  ["packages/locales/src/en/mold.ts", `const a = "${"x".repeat(140)}";`],
])("%s: %s is fine", (file, line) => {
  expect(houseRuleFaults(file, line)).toEqual([]);
});
