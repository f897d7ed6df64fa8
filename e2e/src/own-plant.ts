import { Person } from "./person.ts";

const plantUser = (id: string, orgId: string) => ({
  USER_ID: id,
  USERNAME: id,
  STATUS: 0,
  ORGANIZATION_ID: orgId,
  ROLE_CODE: "plant",
});

/** A plant with its own user. Other tests do not use the plant's data. */
export class OwnPlant {
  private constructor(
    readonly id: string,
    readonly admin: Person,
    /** User of this plant, with the role that the demo has for plants. */
    readonly plant: Person,
  ) {}

  static async make(id: string): Promise<OwnPlant> {
    const admin = await Person.of("admin");
    const org = { ORGANIZATION_ID: id, ORGANIZATION_NAME: `${id} 注塑厂`, ORGANIZATION_TYPE: "plant" };
    await admin.insert("SYS105", "SYS_ORG", { ...org, LONGITUDE: 121.5, LATITUDE: 29.9, RADIUS: 500 });
    await admin.insert("BS105", "BS_MAIN_SUP", { MAIN_ID: "OEM01", SUP_ID: id });
    await admin.insert("SYS101", "SYS_USER", plantUser(id, id));
    const { PASSWORD } = await admin.run("rf_ResetPassword", { USER_ID: id });
    const password = await Person.changeFirstPassword(id, String(PASSWORD));
    return new OwnPlant(id, admin, await Person.of(id, { password }));
  }

  /**
   * Adds a second user to the plant. Without one, the plant's only user may accept their own work, because the demo
   * sets the parameter ONE_PERSON_STEPS.
   */
  async colleague(): Promise<void> {
    await this.admin.insert("SYS101", "SYS_USER", plantUser(`${this.id}-2`, this.id));
  }

  /** Adds a mold in service. Its standard cycle is 40 s. */
  async mold(no: string): Promise<string> {
    await this.admin.insert("BS101", "BS_MOLD", {
      MOLD_NO: no,
      MOLD_NAME: `${no} 面板`,
      MOLD_N_O: 1,
      MOLD_STAT: 0,
      ENGINE_ID: "OEM01",
      SAVE_ADDRESS: this.id,
      MOLD_MAKE_ID: "MAKER01",
      PRODUCT_CYCLE: 40,
      DAY_MAINTAIN_TIME: 100,
      BIG_MAINTAIN_TIME: 1000,
      MD_T0_TIME: "2026-01-05",
      MD_OVER_TIME: "2026-03-01",
    });
    return no;
  }

  /**
   * Adds a counter and its readings. If a mold is given, binds the counter to the mold `days` days ago. A reading is
   * [minutes ago, values].
   */
  async counter(
    writer: string,
    moldNo: string | undefined,
    days: number,
    reports: readonly (readonly [ago: number, what: object])[],
    more: object = {},
  ): Promise<void> {
    const at = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
    const chip = `chip-${writer}`;
    const row = { WRITER_ID: writer, WRITER_IMIE: chip, WRITER_TYPE: "LTE", WRITER_STAT: 0 };
    await this.admin.insert("CT101", "BS_WRITER", { ...row, IS_VALID: "Y", ENABLE_GPS: "Y", ...more });
    const binding = { MOLD_NO: moldNo, WRITER_ID: writer, BIND_TIME: at(days * 1440) };
    if (moldNo !== undefined) await this.admin.run("rf_BindCounter", binding);
    const Data = reports.map(([ago, what]) => ({ WRITER_IMIE: chip, sendTime: at(ago), ...what }));
    await this.admin.must({ Type: "report", Data }, "/jsq");
  }
}
