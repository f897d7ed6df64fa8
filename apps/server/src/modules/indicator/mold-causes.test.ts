import { idleMolds, moldCauses } from "@shotkeeper/contract/indicator";
import { type Condition, encodeWhere, type SortKey } from "@shotkeeper/contract/kernel";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { selectPage } from "../../kernel/select.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { moldCausesImpl } from "./cause.queries.ts";
import { storeFacts } from "./mold-facts-job.ts";

const hour = 3_600_000;
const day = 24 * hour;
const moldCount = 300;

type Row = Readonly<Record<string, unknown>>;
const ms = (v: unknown) => (v === null || v === undefined ? null : Date.parse(String(v)));
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

interface Found {
  readonly symptom: string;
  readonly cause: string;
  readonly since: number | null;
  readonly reference: string | null;
}

/** Facts of a test mold, from which the test inserts rows and from which it computes symptom and cause itself. */
interface Facts {
  readonly no: string;
  readonly plant: string;
  readonly maker: string;
  readonly project: string | null;
  readonly service: number;
  readonly archived: boolean;
  readonly bound: boolean;
  readonly removed: boolean;
  /** `report`: hours since the last reading. `shot`: hours since the last shot. */
  readonly report: number | null;
  readonly shot: number | null;
  readonly orders: readonly {
    id: string;
    state: number;
    start: number | null;
    end: number;
    ended: number | null;
  }[];
  readonly tasks: readonly {
    id: string;
    kind: number;
    source: number;
    state: number;
    at: number;
    started: number | null;
  }[];
  readonly trial: { id: string; at: number; ended: boolean } | null;
  readonly warnings: readonly { kind: string; at: number; open: boolean; byCounter: boolean }[];
  readonly change: { at: number; before: number; after: number; drift: number } | null;
  readonly document: { no: string; at: number; to: number } | null;
}

let seed = 20;
const next = (n: number) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
};
const pick = <T>(list: readonly T[]) => list[next(list.length)] as T;
const perhaps = <T>(n: number, value: () => T): T | null => (next(n) === 0 ? value() : null);
const times = <T>(n: number, value: (i: number) => T) => Array.from({ length: n }, (_, i) => value(i));

function randomFacts(i: number): Facts {
  const at = () => noon - (1 + next(900)) * hour;
  const report = pick([null, 1, 20, 47, 49, 300]);
  return {
    no: `M${i}`,
    plant: pick(["P1", "P2"]),
    maker: pick(["M1", "M2"]),
    project: pick([null, "PR1", "PR2"]),
    service: pick([0, 0, 0, 0, 0, 0, 1, 2, 3, 4]),
    archived: next(12) === 0,
    bound: next(8) > 0,
    removed: next(8) === 0,
    report,
    shot: report === null ? null : report + pick([0, 30, 24 * 8, 24 * 40]),
    orders: times(next(4), (k) => {
      const state = k === 0 ? pick([0, 1, 2, 3, 4, 5]) : pick([0, 2, 2, 3]);
      // The times of started orders must not overlap, so only the first order is ever started.
      const hasStarted = k === 0 && (state === 4 || state === 5 || (state === 3 && next(2) === 0));
      const start = hasStarted ? noon - (500 + next(300)) * hour : null;
      const end = start !== null && state !== 4 ? start + (1 + next(400)) * hour : null;
      return { id: `PO${i}-${k}`, state, start, ended: end, end: noon + (next(200) - 100) * hour };
    }),
    tasks: times(next(3), (k) => {
      const state = next(8);
      // The tasks of a mold have different kinds, because the database refuses a second open task of the same kind.
      return {
        id: `MT${i}-${k}`,
        kind: 1 + k,
        source: pick([0, 0, 2, 3]),
        state,
        at: at(),
        started: state > 4 ? at() : null,
      };
    }),
    trial: perhaps(4, () => ({ id: `TR${i}`, at: at(), ended: next(2) === 0 })),
    warnings: times(next(4), () => ({
      kind: pick(["removal", "position", "cycleSlow", "cycleSlow", "idle"]),
      at: at() - next(1000),
      open: next(3) > 0,
      byCounter: next(2) === 0,
    })),
    change: perhaps(3, () => ({ at: at(), before: 30, after: pick([29, 33]), drift: pick([-4, 5]) })),
    document: perhaps(2, () => ({ no: `ZT${i}`, at: at(), to: pick([1, 2, 3]) })),
  };
}

const boundAt = noon - 30 * day;
const first = <T extends { at: number }>(list: readonly T[]): T | undefined =>
  [...list].sort((a, b) => a.at - b.at)[0];

/** Computes the live state of a test mold. All counters are bound for 30 days and report every 12 hours. */
function liveState(f: Facts) {
  if (f.service === 4) return "scrapped";
  if (f.service === 1) return "inRepair";
  if (f.service === 2) return "inTrial";
  if (!f.bound) return "unbound";
  if (f.report === null) return "silent";
  if (f.removed) return "removed";
  if (f.report > 48) return "silent";
  return (f.shot ?? 0) >= 24 * 7 ? "idle" : "working";
}

/** Computes the symptom and the cause of a test mold from its facts, without SQL. */
function expected(f: Facts): Found | null {
  const live = liveState(f);
  const open = f.warnings.filter((w) => w.open && (!w.byCounter || f.bound));
  const warning = (kind: string) =>
    first(open.map((w) => ({ ...w, at: w.at - f.warnings.indexOf(w) })).filter((w) => w.kind === kind));
  const [running] = f.orders.filter((o) => o.state === 4);
  const audited = f.orders
    .filter((o) => o.state === 2)
    .sort((a, b) => a.end - b.end || (a.id < b.id ? -1 : 1));
  const late = [...(running ? [running] : []), ...audited]
    .filter((o) => o.end < noon)
    .sort((a, b) => a.end - b.end);
  const change = f.change && f.change.drift > 0 && f.change.after > f.change.before ? f.change : null;
  const slow = warning("cycleSlow");
  if (f.archived || live === "scrapped") return null;
  const symptom =
    live === "silent" || live === "removed"
      ? "noReadings"
      : live === "idle"
        ? "idle"
        : live === "inRepair" || live === "inTrial"
          ? "outOfUse"
          : late.length > 0
            ? "late"
            : slow || change
              ? "slow"
              : null;
  if (symptom === null) return null;
  const is = (cause: string, since: number | null, reference: string | null): Found => ({
    symptom,
    cause,
    since,
    reference,
  });
  const document = f.document?.to === f.service ? f.document : null;
  const counter = `W${f.no}`;
  const shotAt = f.shot === null ? boundAt : Math.max(noon - f.shot * hour, boundAt);
  if (live === "inRepair") {
    const repair = f.tasks.find((k) => k.kind === 2 && (k.state === 5 || k.state === 6));
    return is("inRepair", repair?.started ?? document?.at ?? null, repair?.id ?? document?.no ?? null);
  }
  if (live === "inTrial") {
    const trial = f.trial && !f.trial.ended ? f.trial : null;
    return is("inTrial", trial?.at ?? document?.at ?? null, trial?.id ?? document?.no ?? null);
  }
  if (f.service === 3) return is("inStorage", document?.at ?? null, document?.no ?? null);
  if (live === "removed") {
    const removal = warning("removal");
    return is("counterRemoved", removal?.at ?? noon - (f.report ?? 0) * hour, counter);
  }
  if (live === "silent")
    return is("noSignal", f.report === null ? boundAt : Math.max(noon - f.report * hour, boundAt), counter);
  if (live === "unbound") return is("noCounter", noon - 100 * day, null);
  const away = warning("position");
  if (away) return is("wrongPlace", away.at, "a warning");
  const waiting = first(
    f.tasks.filter(
      (k) => k.kind === 2 && ![4, 5, 6, 7].includes(k.state) && (k.source === 3 || k.state === 3),
    ),
  );
  if (waiting) return is("waitingRepair", waiting.at, waiting.id);
  if (symptom !== "slow" && !running) {
    const [planned] = audited;
    if (planned) return is("orderNotStarted", planned.end, planned.id);
    const [last] = f.orders.filter((o) => o.ended !== null);
    return is("noOrder", last?.ended ?? null, last?.id ?? null);
  }
  if (symptom !== "idle" && change) return is("slowerSinceChange", change.at, running?.id ?? null);
  if (symptom !== "idle" && slow) return is("slowerThanStandard", slow.at, "a warning");
  return is("unknown", symptom === "late" ? (late[0]?.end ?? null) : shotAt, running?.id ?? null);
}

async function insert(t: TestTenant, table: string, rows: readonly Row[]): Promise<void> {
  const names = [...new Set(rows.flatMap((r) => Object.keys(r)))];
  const columns = sql.raw(["tenant_id", ...names].join(", "));
  await t.rows(sql`insert into ${sql.raw(table)} (${columns})
    select ${columns}
    from json_populate_recordset(
      null::${sql.raw(table)},
      ${JSON.stringify(rows.map((r) => ({ tenant_id: t.id, ...r })))}::json
    )
    returning 1`);
}

/** Inserts the rows of all test molds. The numeric ids of mold, counter and binding are their index. */
async function store(t: TestTenant, all: readonly Facts[]): Promise<void> {
  await insert(
    t,
    "mold",
    all.map((f, i) => ({
      mold_id: i + 1,
      mold_no: f.no,
      oem_id: "O1",
      plant_id: f.plant,
      maker_id: f.maker,
      project_no: f.project,
      service_state: f.service,
      opening_count: 0,
      closed_shots: 0,
      corrected_shots: 0,
      created_date: iso(noon - 100 * day),
      archived_date: f.archived ? iso(noon) : null,
      daily_maintenance_hours: 100,
      major_maintenance_hours: 1000,
      planned_t0: "2025-01-01",
      handover_date: "2025-01-01",
    })),
  );
  await t.rows(sql`insert into counter (tenant_id, counter_id, writer_id, chip_code, type, state, is_valid, gps_enabled,
      report_interval_hours)
    select ${t.id}, i, 'WM' || i - 1, ${t.code} || i, 'LTE', 1, true, false, 12
    from generate_series(1, ${all.length}::int) i`);
  await t.rows(sql`insert into counter_state (
      tenant_id, counter_id, last_at, count_at, last_shots, last_shot_at, removed
    )
    select ${t.id}, x.i, x.report, x.report, 0, x.shot, x.removed
    from json_to_recordset(${JSON.stringify(
      all.map((f, i) => ({
        i: i + 1,
        report: f.report === null ? null : iso(noon - f.report * hour),
        shot: f.shot === null ? null : iso(noon - f.shot * hour),
        removed: Number(f.removed),
      })),
    )}::json) x (i bigint, report timestamptz, shot timestamptz, removed int)`);
  await t.rows(sql`insert into binding (tenant_id, mold_id, counter_id, bound_at)
    select ${t.id}, i, i, ${new Date(boundAt)}
    from unnest(${all.flatMap((f, i) => (f.bound ? [i + 1] : []))}::bigint[]) i`);
  await insert(
    t,
    "production_order",
    all.flatMap((f) =>
      f.orders.map((o) => ({
        order_id: o.id,
        mold_no: f.no,
        planned_shots: 1000,
        cavities: 1,
        planned_end: iso(o.end),
        order_state: o.state,
        started_at: iso(o.start),
        ended_at: iso(o.ended),
        check_at: iso(noon + day),
      })),
    ),
  );
  await insert(
    t,
    "maintenance_task",
    all.flatMap((f) =>
      f.tasks.map((k) => ({
        task_id: k.id,
        kind: k.kind,
        mold_no: f.no,
        state: k.state,
        task_source: k.source,
        raised_at: iso(k.at),
        started_at: iso(k.started),
        defer_count: 0,
        defer_limit: 2,
        is_delay: false,
        sent_back_count: 0,
        base_run_hours: 0,
      })),
    ),
  );
  await insert(
    t,
    "mold_trial",
    all.flatMap((f) =>
      f.trial === null
        ? []
        : [
            {
              trial_id: f.trial.id,
              mold_no: f.no,
              trial_reason: "x",
              trial_date: iso(noon),
              audit_stat: 2,
              started_at: iso(f.trial.at),
              ended_at: f.trial.ended ? iso(noon) : null,
            },
          ],
    ),
  );
  await insert(
    t,
    "warning",
    all.flatMap((f, i) =>
      f.warnings.map((w, k) => ({
        warning_id: 10 * i + k + 1,
        kind: w.kind,
        level: 1,
        mold_id: w.byCounter ? null : i + 1,
        counter_id: i + 1,
        // Opens each warning 1 ms earlier than the one before, because kind, counter and time are a unique key.
        opened_at: iso(w.at - k),
        last_at: iso(noon),
        cleared_at: w.open ? null : iso(noon),
        recurrences: 0,
        noticed_level: 0,
      })),
    ),
  );
  await insert(
    t,
    "mold_forecast",
    all.flatMap((f, i) =>
      f.change === null
        ? []
        : [
            {
              mold_id: i + 1,
              is_drifting: true,
              cycle_drift: f.change.drift,
              cycle_changed_at: iso(f.change.at),
              cycle_before: f.change.before,
              cycle_after: f.change.after,
            },
          ],
    ),
  );
  await insert(
    t,
    "mold_document",
    all.flatMap((f) =>
      f.document === null
        ? []
        : [
            {
              document_no: f.document.no,
              document_kind: 3,
              mold_no: f.no,
              document_time: iso(f.document.at),
              to_state: f.document.to,
              count_then: 0,
              reason: "x",
            },
          ],
    ),
  );
}

/** Stores a reading of two days ago for each bound counter, so that the idle list has a row for each such mold. */
async function storeReadings(t: TestTenant): Promise<void> {
  const at = new Date(noon - 2 * day);
  await t.months(at.toISOString());
  await t.rows(sql`insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
    select b.tenant_id, b.counter_id, ${at}, 1, ${at}, 1, 0
    from binding b
    where b.tenant_id = ${t.id}
    returning 1`);
}

describe.each(["present", "stored"])("%s causes of molds that do not produce as planned", (kind) => {
  let s: TestServer;
  let t: TestTenant;
  let all: Facts[];
  beforeAll(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    all = Array.from({ length: moldCount }, (_, i) => randomFacts(i));
    await store(t, all);
    await storeReadings(t);
    if (kind === "stored") await storeFacts(systemCtxOf(t));
  });
  beforeEach(withServer);

  const causes = (user: TestUser, more: Row = {}) => user.list("KP105", "Q02", { Limit: 1000, ...more });

  it.each([
    [null, () => true],
    ["P1", (f: Facts) => f.plant === "P1"],
    ["M2", (f: Facts) => f.maker === "M2"],
    ["O2", () => false],
  ] as const)("equal those computed from the facts, for %s", async (org, isSeen) => {
    const user = org === null ? t.admin : await t.user(org);
    const should = new Map(
      all.filter(isSeen).flatMap((f) => [[f.no, expected(f)] as const].filter(([, x]) => x)),
    );
    const found = new Map(
      (await causes(user)).map((r) => [
        String(r.MOLD_NO),
        {
          symptom: r.SYMPTOM,
          cause: r.MOLD_CAUSE,
          since: ms(r.CAUSE_SINCE),
          reference:
            r.MOLD_CAUSE === "wrongPlace" || r.MOLD_CAUSE === "slowerThanStandard"
              ? /^\d+$/.test(String(r.CAUSE_REF)) && "a warning"
              : r.CAUSE_REF,
        },
      ]),
    );
    expect(found).toEqual(should);
    // The counts by plant, maker and project must equal the counts of the rows of the list.
    for (const [by, column] of [
      ["plant", "SAVE_ADDRESS"],
      ["maker", "MOLD_MAKE_ID"],
      ["project", "PROJECT_NO"],
    ] as const) {
      const sums = new Map<string, number>();
      for (const r of await causes(user)) {
        const key = [r[column] ?? "", r.SYMPTOM, r.MOLD_CAUSE].join("/");
        sums.set(key, (sums.get(key) ?? 0) + 1);
      }
      const counts = await user.run<Row[]>("rf_CauseCounts", { GROUP_BY: by });
      expect(new Map(counts.map((c) => [[c.KEY, c.SYMPTOM, c.MOLD_CAUSE].join("/"), c.MOLDS]))).toEqual(sums);
    }
  });

  it("filter and sort the list", async () => {
    const asked = { fields: moldCauses.columns, key: moldCauses.key, names: ["moldNo", "moldCause"] };
    const filters: Condition[][] = [
      [{ field: "moldCause", operator: "EQ", value: "noSignal" }],
      [{ field: "symptom", operator: "EQ", value: "late" }],
      [{ field: "liveState", operator: "EQ", value: "silent" }],
      [{ field: "plantId", operator: "EQ", value: "P1" }],
      [{ field: "projectNo", operator: "EQ", value: "" }],
    ];
    const sorts: SortKey[] = [
      { field: "moldCause", direction: "desc" },
      { field: "symptom", direction: "asc" },
    ];
    for (const where of filters) {
      const q = { ...asked, where, sort: sorts, paging: { page: 2, limit: 5 } };
      const source = await moldCausesImpl.instead?.(systemCtxOf(t), q);
      expect(source !== undefined).toBe(kind === "stored");
      const [[shown], [computed]] = await s.app.db.run(t.id, [
        selectPage({ ...q, source: source ?? moldCausesImpl }, systemCtxOf(t)),
        selectPage({ ...q, source: moldCausesImpl }, systemCtxOf(t)),
      ]);
      expect(shown).toEqual(computed);
      expect(Number(shown?.count)).toBeGreaterThan(5);
    }
  });

  it("occur all in the facts of this test", () => {
    const found = all.map(expected);
    expect(new Set(found.map((f) => f?.symptom)).size).toBe(6);
    expect(new Set(found.flatMap((f) => f?.cause ?? [])).size).toBe(13);
  });

  it("give each mold of the idle list its cause", async () => {
    const [from, to] = [noon - 4 * day, noon].map((at) => new Date(at).toISOString().slice(0, 10));
    const where = encodeWhere(
      [
        { field: "periodFrom", operator: "EQ", value: from ?? "" },
        { field: "periodTo", operator: "EQ", value: to ?? "" },
      ],
      idleMolds.columns,
    );
    const rows = await t.admin.list("KP105", "Q01", { Limit: 1000, WhereStr: where });
    const should = new Map(all.map((f) => [f.no, expected(f)?.cause ?? null]));
    expect(rows.length).toBeGreaterThan(200);
    for (const r of rows)
      expect([r.MOLD_NO, r.MOLD_CAUSE]).toEqual([r.MOLD_NO, should.get(String(r.MOLD_NO))]);
  });

  it("are shown only with a right on the indicator or the mold list", async () => {
    const none = await t.user(null, ["PO101:Q"]);
    const query = { Type: "QueryByID", MENU_ID: "KP105", QueryID: "Q02", Page: 1, Limit: 10 };
    expect((await none.mitt(query)).Code).not.toBe(0);
    expect((await none.mitt({ Type: "rf_CauseCounts", GROUP_BY: "plant" })).Code).not.toBe(0);
    expect((await (await t.user(null, ["BS101:Q"])).mitt(query)).Code).toBe(0);
    expect((await t.admin.mitt({ Type: "rf_CauseCounts", GROUP_BY: "mold" })).Msg).toContain("GROUP_BY");
  });
});
