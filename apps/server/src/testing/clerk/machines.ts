import { jobs } from "../../jobs/index.ts";
import { systemCtx } from "../../jobs/runner.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Random } from "../month/plan.ts";
import { freshCode, type TestServer } from "../server.ts";
import type { FileKind } from "./guides/guide.ts";
import { people } from "./people.ts";
import { pick } from "./pick.ts";

// Events of a test run that no user's request causes: readings, jobs, uploaded files, mails that do not arrive.

const minute = 60_000;

/**
 * Jobs that this test does not run: they call other servers, maintain the whole database, or only delete old rows.
 */
const left = new Set([
  "parcels",
  "notice-dispatch",
  "statistics",
  "checkpoint",
  "captcha-end",
  "session-end",
  "request-key-end",
  "notice-end",
]);
const tenantJobs = jobs.filter((j) => !left.has(j.kind));

/** Returns a random position of a counter: none, at a plant or maker, or on a road. */
async function positionOf(s: TestServer, tenantId: number, random: Random) {
  if (random() < 0.5) return { lng: null, lat: null };
  if (random() < 0.2) return { lng: 112 + random(), lat: 22 + random() };
  const [places = []] = await s.app.db.run(tenantId, [
    sql`
      select longitude::float8 as lng, latitude::float8 as lat
      from organization
      where tenant_id = ${tenantId} and longitude is not null and type in ('plant', 'maker')
      order by org_id
      limit 6
    `,
  ]);
  const place = pick(random, places);
  return { lng: place ? Number(place.lng) : null, lat: place ? Number(place.lat) : null };
}

/**
 * Sends a reading of a random counter. Most readings are valid and in time order. Some are late or repeated, or have a
 * lower count or a count that no mold can reach.
 */
export async function report(s: TestServer, tenantId: number, random: Random, counts: Map<number, number>) {
  const [rows = []] = await s.app.db.run(tenantId, [
    sql`
      select c.counter_id
      from counter c
      where c.tenant_id = ${tenantId}
      order by
        exists (
          select from binding b
          where b.tenant_id = ${tenantId} and b.counter_id = c.counter_id and b.unbound_at is null
        ) desc,
        counter_id
      limit 6
    `,
  ]);
  const counterId = Number(pick(random, rows)?.counter_id ?? 0);
  const before = counts.get(counterId) ?? 1000;
  const kind = random();
  const step =
    kind < 0.84 ? Math.floor(random() * 400) : kind < 0.92 ? 5_000_000 : -Math.floor(random() * before);
  const count = before + step;
  // Remembers only plausible counts, because a count that is too high is quarantined.
  if (step > 0 && step < 1000) counts.set(counterId, count);
  const sentAt = s.clock.now - (random() < 0.85 ? 0 : Math.floor(random() * 600) * minute);
  const reading = {
    counterId,
    sentAt,
    receivedAt: s.clock.now,
    count,
    channel: 1,
    battery: random() < 0.9 ? 80 : 5,
    lowBattery: random() < 0.9 ? 0 : 1,
    rssi: -80,
    ...(await positionOf(s, tenantId, random)),
    removed: random() < 0.95 ? 0 : 1,
    readerId: null,
    cycles: null,
  };
  await s.app.ledger.ingest(tenantId, [reading]);
}

/**
 * Stores the record of an uploaded file, a picture or a PDF. Some files are vouchers of an unpaid order, or pictures of
 * a product. The other files belong to no record yet.
 */
export async function upload(s: TestServer, tenantId: number, random: Random) {
  const id = freshCode("f");
  const media = random() < 0.7 ? "image/png" : "application/pdf";
  const person = pick(random, people)?.userId ?? "admin";
  const use = media === "image/png" ? random() : 1;
  const isVoucher = use < 0.3;
  const isPicture = use > 0.3 && use < 0.5;
  await s.app.db.run(tenantId, [
    sql`
      insert into file_info (
        tenant_id, file_id, file_name, file_path, file_size, media_type, file_code, owner_table, owner_id, owner_part,
        created_by, created_date
      )
      select
        ${tenantId}::int, ${id}::text, ${`${id}.bin`}::text, ${`/files/${id}`}::text, 10, ${media}::text, ${id}::text,
        case when o.order_no is not null then 'CUST_ORDER_HD' when p.goods_id is not null then 'GOODS_INFO' end,
        coalesce(o.order_no, p.goods_id), case when p.goods_id is not null then 'GOODS_IMAG' end, ${person}::text,
        ${new Date(s.clock.now)}::timestamptz
      from (values (1)) x
      left join lateral (
        select order_no
        from customer_order
        where tenant_id = ${tenantId} and order_stat = 0 and ${isVoucher}
        order by order_date desc, order_no
        limit 1
      ) o on true
      left join lateral (
        select goods_id
        from product
        where tenant_id = ${tenantId} and not off_shelf and ${isPicture}
        order by goods_id
        limit 1
      ) p on true returning 1
    `,
  ]);
}

/** Stores the record of a file that a user has just uploaded, and that belongs to no record yet. */
export async function uploadFor(s: TestServer, tenantId: number, userId: string, kind: FileKind) {
  const id = freshCode("f");
  const media = kind === "pdf" ? "application/pdf" : "image/png";
  await s.app.db.run(tenantId, [
    sql`
      insert into file_info (
        tenant_id, file_id, file_name, file_path, file_size, media_type, file_code, created_by, created_date
      )
      values (
        ${tenantId}, ${id}, ${`${id}.bin`}, ${`/files/${id}`}, 10, ${media}, ${id}, ${userId},
        ${new Date(s.clock.now)}
      )
    `,
  ]);
}

/** Marks a message as failed, as if its mail server did not answer. */
export async function failMessage(s: TestServer, tenantId: number) {
  await s.app.db.run(tenantId, [
    sql`
      update notice_outbox
      set send_state = 3, updated_date = ${new Date(s.clock.now)}
      where tenant_id = ${tenantId}
        and outbox_id = (
          select min(outbox_id) from notice_outbox where tenant_id = ${tenantId} and send_state = 0
        )
    `,
  ]);
}

async function run(s: TestServer, tenantId: number, job: (typeof jobs)[number]) {
  if (!("tenant" in job)) return;
  await job.tenant(
    systemCtx(s.app, { tenant_id: tenantId, code: "demo", zone: "Asia/Shanghai" }, s.clock.now),
  );
}

export async function runJob(s: TestServer, tenantId: number, random: Random) {
  const job = pick(random, tenantJobs);
  if (job) await run(s, tenantId, job);
}

/** Runs all jobs, which for example close the tasks of scrapped molds. */
export async function runAllJobs(s: TestServer, tenantId: number) {
  for (const job of tenantJobs) await run(s, tenantId, job);
}
