import { sql } from "../kernel/db/sql.ts";
import { allRights, createTenant } from "../tenants/create-tenant.ts";
import { hashOfTest } from "./password-hash.ts";
import { freshCode, logIn, noon, type TestServer, type TestUser } from "./server.ts";

export interface TestMold {
  readonly moldNo: string;
  readonly moldId: number;
}

/** A new tenant for one test, with two plants, two makers and two OEMs. */
export class TestTenant {
  private constructor(
    readonly server: TestServer,
    readonly id: number,
    readonly code: string,
    readonly admin: TestUser,
  ) {}

  static async create(
    server: TestServer,
    o: { zone?: string; hasNoParameters?: true } = {},
  ): Promise<TestTenant> {
    const code = freshCode("t");
    const id = await createTenant(
      server.app.db,
      { code, fullName: code, adminHash: await hashOfTest("secret-of-a-test"), ...o },
      noon,
    );
    const orgs = [
      ["plant", "P1"],
      ["plant", "P2"],
      ["maker", "M1"],
      ["maker", "M2"],
      ["oem", "O1"],
      ["oem", "O2"],
    ];
    await server.app.db.run(id, [
      sql`
        insert into organization (tenant_id, org_id, org_name, type, longitude, latitude)
        select ${id}, o->>1, 'Name of ' || (o->>1), o->>0, 113.5, 23.25
        from json_array_elements(${JSON.stringify(orgs)}::json) o
        returning 1
      `,
    ]);
    // This parameter allows one person to do all steps of a document, because most tests have only the administrator.
    const parameter = sql`insert into parameter (tenant_id, prm_id, prm_value) values (${id}, 'ONE_PERSON_STEPS', '1')`;
    if (!o.hasNoParameters) await server.app.db.run(id, [parameter]);
    return new TestTenant(server, id, code, await logIn(server, id, "admin"));
  }

  /** Returns the rows of a statement that runs as this tenant. */
  async rows<R = Record<string, unknown>>(statement: ReturnType<typeof sql>): Promise<R[]> {
    const [rows] = await this.server.app.db.run(this.id, [statement]);
    return rows as unknown as R[];
  }

  /** Creates the partitions of the table `reading` for the months of these days (YYYY-MM-DD). */
  async months(...days: readonly string[]): Promise<void> {
    for (const month of new Set(days.map((d) => d.slice(0, 7))))
      await this.server.app.db.platform(sql`select reading_month(${`${month}-01`}::date)`);
  }

  /** Adds a user of an organization, or of the whole tenant if `orgId` is null, with all or some rights. */
  async user(orgId: string | null, rights: readonly string[] = allRights()): Promise<TestUser> {
    const name = freshCode("u");
    const scope = orgId === null ? "tenant" : "organization";
    await this.server.app.db.run(this.id, [
      sql`
        insert into role (tenant_id, role_code, role_name, data_scope)
        values (${this.id}, ${name}, ${name}, ${scope})
      `,
      sql`insert into role_right select ${this.id}, ${name}, unnest(${rights}::text[]) returning 1`,
      sql`
        insert into "user" (tenant_id, user_id, user_name, org_id, role_code)
        values (${this.id}, ${name}, ${name}, ${orgId}, ${name})
      `,
    ]);
    return logIn(this.server, this.id, name);
  }

  /** Adds a mold by the same request that the form sends. */
  async mold(moldNo: string, fields: Record<string, unknown> = {}): Promise<TestMold> {
    const row = {
      MOLD_NO: moldNo,
      ENGINE_ID: "O1",
      SAVE_ADDRESS: "P1",
      MOLD_MAKE_ID: "M1",
      PRODUCT_CYCLE: 30,
      DAY_MAINTAIN_TIME: 100,
      BIG_MAINTAIN_TIME: 1000,
      MD_T0_TIME: "2025-01-01",
      MD_OVER_TIME: "2025-02-01",
      ...fields,
    };
    const answer = await this.admin.mitt({
      Type: "insert",
      MENU_ID: "BS101",
      TableName: "BS_MOLD",
      Data: [row],
    });
    if (answer.Code !== 0) throw new Error(`mold: ${answer.Msg}`);
    const [found] = await this.rows(
      sql`select mold_id from mold where tenant_id = ${this.id} and mold_no = ${moldNo}`,
    );
    return { moldNo, moldId: Number(found?.mold_id) };
  }

  /**
   * Adds a counter by the same request that the form sends. If a mold is given, the counter is bound to this mold from
   * `boundAt` on (default: 30 days before noon).
   */
  async counter(writerId: string, mold?: TestMold, boundAt = noon - 30 * 86_400_000): Promise<number> {
    const row = {
      WRITER_ID: writerId,
      WRITER_IMIE: freshCode("c"),
      WRITER_TYPE: "LTE",
      WRITER_STAT: 1,
      IS_VALID: "Y",
      ENABLE_GPS: "N",
      INT_REPORT: 12,
    };
    const answer = await this.admin.mitt({
      Type: "insert",
      MENU_ID: "CT101",
      TableName: "BS_WRITER",
      Data: [row],
    });
    if (answer.Code !== 0) throw new Error(`counter: ${answer.Msg}`);
    const [found] = await this.rows(
      sql`select counter_id from counter where tenant_id = ${this.id} and writer_id = ${writerId}`,
    );
    const counterId = Number(found?.counter_id);
    if (mold)
      await this.rows(
        sql`
          insert into binding (tenant_id, mold_id, counter_id, bound_at)
          values (${this.id}, ${mold.moldId}, ${counterId}, ${new Date(boundAt)})
        `,
      );
    return counterId;
  }

  /** Stores the record of an uploaded picture, as an upload to a row does. Returns the picture's path. */
  async picture(table: string, ownerId: string, userId = "admin"): Promise<string> {
    const id = freshCode("f");
    const path = `/files/${id}`;
    await this.rows(
      sql`
        insert into file_info (
          tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id, file_code, created_by,
          created_date
        )
        values (
          ${this.id}, ${id}, 'x.png', ${path}, 1, 'image/png', ${table}, ${ownerId}, 'c', ${userId}, now()
        )
      `,
    );
    return path;
  }

  /** Inserts hourly figures as the ledger stores them. */
  async hours(rows: readonly HourRow[]): Promise<void> {
    const full = rows.map((r) => ({
      tenant_id: this.id,
      counter_id: 1,
      run_ms: 0,
      cycle_ms: 0,
      cycle_count: 0,
      cycle_min: null,
      cycle_max: null,
      within_count: 0,
      fast_count: 0,
      slow_count: 0,
      estimated: 0,
      ...r,
      hour: new Date(r.hour).toISOString(),
    }));
    await this.rows(
      sql`
        insert into shot_hour
        select *
        from json_populate_recordset(null::shot_hour, ${JSON.stringify(full)}::json)
        returning 1
      `,
    );
  }
}

export interface HourRow {
  readonly mold_id: number;
  /** Start of the hour, epoch ms. */
  readonly hour: number;
  readonly counter_id?: number;
  readonly shots: number;
  readonly run_ms?: number;
  readonly cycle_ms?: number;
  readonly cycle_count?: number;
  readonly cycle_min?: number | null;
  readonly cycle_max?: number | null;
  readonly within_count?: number;
  readonly fast_count?: number;
  readonly slow_count?: number;
  readonly estimated?: number;
}
