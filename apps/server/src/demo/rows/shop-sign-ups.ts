import { join } from "node:path";
import { Readable } from "node:stream";
import { storeSignUp } from "../../kernel/auth/sign-up.ts";
import { sql } from "../../kernel/db/sql.ts";
import { FileStore } from "../../kernel/files/file-store.ts";
import type { Actor } from "../base/actor.ts";
import { type Colour, drawPng } from "../base/pictures.ts";

const hour = 3_600_000;
const paper: Colour = [246, 240, 222];
const frame: Colour = [176, 42, 40];
const ink: Colour = [84, 78, 66];

/** Draws a business licence: a framed certificate with lines of text and a round stamp. */
const licencePicture = (n: number): Buffer =>
  drawPng((x, y) => {
    if (x < 14 || y < 14 || x > 386 || y > 286) return frame;
    if ((x - 310) ** 2 + (y - 220) ** 2 < 38 ** 2 && (x - 310) ** 2 + (y - 220) ** 2 > 33 ** 2) return frame;
    if (y > 34 && y < 52 && x > 130 && x < 270) return frame;
    const isLine = y > 80 && y < 240 && y % 22 < 5 && x > 50 && x < 200 + ((y * 7 + n * 31) % 150);
    return isLine ? ink : paper;
  });

/** Companies of the demo that signed up in the shop. All are invented. */
const companies = [
  {
    custName: "苏州启明精密模塑有限公司",
    taxpayerId: "91320505MA1WDEM03X",
    contact: "周晓",
    phone: "13800003101",
    mail: "zhou@qiming.example.com",
    ago: 5 * hour,
    refused: null,
  },
  {
    custName: "东莞联拓塑胶五金有限公司",
    taxpayerId: "91441900MA4WDEM04B",
    contact: "林志强",
    phone: "13800003102",
    mail: "lin@liantuo.example.com",
    ago: 26 * hour,
    refused: null,
  },
  {
    custName: "常州恒越电器配件有限公司",
    taxpayerId: "91320411MA1WDEM05L",
    contact: "吴婷",
    phone: "13800003103",
    mail: "wu@hengyue.example.com",
    ago: 74 * hour,
    refused: "营业执照照片不清晰，请重新上传",
  },
];

/** Creates companies that signed up in the shop. They log in with the password of the demo's users. */
export async function seedSignUps(actor: Actor, now: number): Promise<void> {
  const { app, tenantId } = actor;
  const store = new FileStore(join(app.config.dataDir, "files"));
  const [users] = await app.db.run(tenantId, [
    sql<{ hash: string }>`
      select password_hash as hash from "user" where tenant_id = ${tenantId} and user_id = 'cust'
    `,
  ]);
  const hash = users[0]?.hash ?? "";
  for (const [n, { ago, refused, ...company }] of companies.entries()) {
    const name = `营业执照-${company.custName}.png`;
    const file = await store.write(tenantId, name, Readable.from([licencePicture(n)]));
    const client = { address: "203.0.113.7", device: "" };
    await storeSignUp(app.db, { tenantId, company, client }, hash, { ...file, name }, now - ago);
    if (refused === null) continue;
    const [rows] = await app.db.run(tenantId, [
      sql<{ id: number; at: string }>`
        select application_id as id, applied_at as at
        from company_application
        where tenant_id = ${tenantId} and taxpayer_id = ${company.taxpayerId}
      `,
    ]);
    const judged = { APPLICATION_ID: rows[0]?.id, APPLY_DATE: rows[0]?.at, JUDGE_REASON: refused };
    await actor.run("rf_RefuseApplication", judged, now - ago + 2 * hour);
  }
}
