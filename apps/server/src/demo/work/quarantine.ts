import { sql } from "../../kernel/db/sql.ts";
import type { Actor } from "../base/actor.ts";
import { hour, minute } from "../base/catalog.ts";

/**
 * Functions that change a plausible count so that the ledger quarantines the reading: two counts that rise faster than
 * a machine can work, one below the last count, and one above the largest possible count.
 */
const faults: readonly ((count: number) => number)[] = [
  (count) => count + 1_000_000,
  (count) => count + 86_000,
  (count) => count - 12,
  (count) => count + 2 ** 32,
];

/** Chip of a counter that a plant has mounted and nobody has registered yet. */
const newChip = "867959069990017";

/** Sends readings that do not count, so that the quarantine has an item of every kind. */
export async function makeQuarantine(actor: Actor, epoch: number): Promise<void> {
  const { app, tenantId } = actor;
  const [counters = []] = await app.db.run(tenantId, [
    sql<{ chip_code: string; count: number; ms: number }>`
      select c.chip_code, s.count, (extract(epoch from s.count_at) * 1000)::bigint as ms
      from counter c
      join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = c.counter_id
      join binding b on b.tenant_id = ${tenantId} and b.counter_id = c.counter_id and b.unbound_at is null
      where c.tenant_id = ${tenantId} and s.count > 20000 and s.count_at >= ${new Date(epoch - 12 * hour)}
      order by c.writer_id
      limit ${faults.length}
    `,
  ]);
  const faulty = counters.map((c, i) => ({
    WRITER_IMIE: c.chip_code,
    COUNT_TIMES: faults[i]?.(c.count) ?? c.count,
    sendTime: c.ms + minute,
  }));
  const unknown = Array.from({ length: 6 }, (_, i) => ({
    WRITER_IMIE: newChip,
    COUNT_TIMES: 40 + 310 * i,
    sendTime: epoch - (6 - i) * 4 * hour,
    percentage: 98,
  }));
  const malformed = [
    { WRITER_IMIE: counters[0]?.chip_code, COUNT_TIMES: "12,040", sendTime: epoch - hour },
    { IMEI: newChip, COUNT: 1900 },
  ];
  const source = { kind: "user", tenantId, key: "demo", who: actor.ctx(epoch).who } as const;
  await app.ingest.intake.take([...faulty, ...unknown, ...malformed], {
    source,
    address: "demo",
    channel: "http",
  });
}
