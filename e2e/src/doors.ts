import { captcha } from "./server.ts";

interface Answer {
  readonly Code: number;
  readonly Msg: string;
  readonly ReturnData: Record<string, unknown>;
}

/** The doors as somebody, without a browser: for what a journey needs to be there before it begins. */
export interface Doors {
  run(type: string, params?: object): Promise<Record<string, unknown>>;
  insert(menu: string, table: string, ...rows: readonly object[]): Promise<void>;
}

interface Who {
  readonly user?: string;
  readonly password?: string;
  readonly tenant?: string;
  readonly url?: string;
}

export async function doorsOf(who: Who = {}): Promise<Doors> {
  const { user = "admin", password = "demo1234", tenant = "demo" } = who;
  const url = who.url ?? process.env.E2E_URL ?? "http://127.0.0.1:8080";
  const send = async (path: string, body: object, token = ""): Promise<Answer> => {
    const headers = { "Content-Type": "application/json", Authorizations: token };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as Answer;
    if (answer.Code !== 0) throw new Error(`${path} ${JSON.stringify(body)}: ${answer.Msg}`);
    return answer;
  };
  const { ReturnData } = await send("/login", {
    TENANT_ID: tenant,
    USER_ID: user,
    PASSWORD: password,
    CAPTCHA_ID: "x",
    CAPTCHA: captcha,
    DEV_TYPE: "PC",
  });
  const token = String(ReturnData.token);
  return {
    run: async (Type, InParams = {}) => (await send("/mitt", { Type, InParams }, token)).ReturnData,
    insert: async (MENU_ID, TableName, ...Data) =>
      void (await send("/mitt", { Type: "insert", MENU_ID, TableName, Data }, token)),
  };
}

/** A mold as the form would add it, at the demo's first plant. */
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
