import { expect } from "@playwright/test";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import { captcha } from "./server.ts";

interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Record<string, unknown>;
}

interface Who {
  readonly password?: string;
  readonly tenant?: string;
  readonly url?: string;
}

/**
 * User who calls the API without a browser. A test uses such a user to prepare data, or as a second user beside the
 * page of the test.
 */
export class Person {
  private constructor(
    private readonly url: string,
    readonly token: string,
  ) {}

  static async of(user: string, who: Who = {}): Promise<Person> {
    const {
      password = "demo1234",
      tenant = "demo",
      url = process.env.E2E_URL ?? "http://127.0.0.1:8080",
    } = who;
    const account = { TENANT_ID: tenant, USER_ID: user, PASSWORD: password, REMEMBER: "N", DEV_TYPE: "PC" };
    const body = { ...account, CAPTCHA_ID: "x", CAPTCHA: captcha };
    const { token } = await new Person(url, "").must(body, "/login");
    return new Person(url, String(token));
  }

  /** Logs in with a one-time password and replaces it, as a user must. Returns the user's new password. */
  static async changeFirstPassword(user: string, oneTime: string, who: Who = {}): Promise<string> {
    const own = `${oneTime}-of-my-own`;
    const person = await Person.of(user, { ...who, password: oneTime });
    await person.run("rf_ChangePassword", { OLD_PASSWORD: oneTime, NEW_PASSWORD: own });
    // Logs the first session out, because it would occupy a seat of the licence.
    await person.run("rf_LogOut", {});
    return own;
  }

  async ask(body: object, path = "/mitt"): Promise<Answer> {
    const headers = {
      "content-type": "application/json",
      ...(this.token ? { [tokenHeader]: this.token } : {}),
    };
    const answer = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json() as Promise<Answer>;
  }

  /** Sends a request to the API and returns its data. The test fails if the server refuses the request. */
  async must(body: object, path?: string): Promise<Answer["ReturnData"]> {
    const answer = await this.ask(body, path);
    expect(answer.Code, JSON.stringify([body, answer.Msg])).toBe(0);
    return answer.ReturnData;
  }

  run(Type: string, InParams: object = {}): Promise<Answer["ReturnData"]> {
    return this.must({ Type, InParams });
  }

  insert(MENU_ID: string, TableName: string, ...Data: readonly object[]): Promise<unknown> {
    return this.must({ Type: "insert", MENU_ID, TableName, Data });
  }

  /** Runs the first query of the screen MENU_ID. Returns the rows whose field `Field` has the value `Value`. */
  async list(MENU_ID: string, Field: string, Value: string): Promise<readonly Record<string, unknown>[]> {
    const WhereStr = [{ Field, ConditionalCode: "EQ", Value }];
    const page = { Page: 1, Limit: 100, WhereStr };
    const { list } = await this.must({ Type: "QueryByID", MENU_ID, QueryID: "Q01", ...page });
    return list as readonly Record<string, unknown>[];
  }
}

/** Returns a text for the keys of new records. The text is unique, also among tests that run at the same time. */
export const stamp = (): string =>
  `${Date.now().toString(36)}${process.env.TEST_PARALLEL_INDEX ?? ""}`.toUpperCase();

/** Returns a row of a mold as the screen sends it. The mold is in the first plant of the demo. */
export const moldRow = (MOLD_NO: string, more: object = {}) => ({
  MOLD_NO,
  ENGINE_ID: "OEM01",
  SAVE_ADDRESS: "PLANT01",
  DAY_MAINTAIN_TIME: 400,
  BIG_MAINTAIN_TIME: 4000,
  MD_T0_TIME: "2026-01-05",
  MD_OVER_TIME: "2026-03-01",
  ...more,
});

export const counterRow = (WRITER_ID: string) => ({
  WRITER_ID,
  WRITER_IMIE: `chip-${WRITER_ID}`,
  WRITER_TYPE: "LTE",
  WRITER_STAT: 0,
  IS_VALID: "Y",
  ENABLE_GPS: "N",
});
