import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { openDb } from "../../kernel/db/open.ts";
import { createTenant } from "../../tenants/create-tenant.ts";
import { hashOfTest } from "../password-hash.ts";

/** Code of the tenant that `createKillTenant` creates. */
const code = "kill";
const password = "kill-kill";

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A real server in a process of its own, which a test may kill. */
export class RealServer {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    readonly mqttUrl: string,
  ) {}

  /**
   * Starts a server and waits until it answers requests.
   *
   * @param main path of the server's program
   * @param databaseUrl PostgreSQL. If undefined, the database is embedded.
   * @param more further settings
   */
  static async start(
    main: string,
    dataDir: string,
    databaseUrl = "",
    more: Readonly<Record<string, string>> = {},
  ): Promise<RealServer> {
    const [port, mqttPort] = [await freePort(), await freePort()];
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DEMO: "off",
      CAPTCHA_BYPASS_CODE: "test",
      // This level prints the line "serving", which `start` waits for.
      LOG_LEVEL: "info",
      ...more,
    };
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (d: Buffer) => String(d).includes("serving") && resolve());
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    return new RealServer(child, `http://127.0.0.1:${port}`, `mqtt://127.0.0.1:${mqttPort}`);
  }

  /** Posts JSON to a path of the server and returns the JSON answer. */
  async post(
    path: string,
    body: unknown,
    auth = "{token}",
  ): Promise<{ Code: number; Msg: string; ReturnData: Record<string, unknown> }> {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", Authorizations: auth },
      body: JSON.stringify(body),
    });
    return response.json();
  }

  /** Logs in as the administrator of a tenant that `createKillTenant` has made. */
  async token(tenant = code): Promise<string> {
    const answer = await this.post("/login", {
      TENANT_ID: tenant,
      USER_ID: "admin",
      PASSWORD: password,
      CAPTCHA_ID: "x",
      CAPTCHA: "test",
      REMEMBER: "N",
      DEV_TYPE: "PC",
    });
    if (answer.Code !== 0) throw new Error(answer.Msg);
    return String(answer.ReturnData.token);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the server has printed the text. */
  printed(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.child.stdout?.on("data", (d: Buffer) => String(d).includes(text) && resolve());
    });
  }

  end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (!this.isRunning) return Promise.resolve();
    const gone = new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.kill(signal);
    return gone;
  }
}

/** Creates the tenant "kill", or tenants with other codes, in a new database. */
export async function createKillTenant(
  o: { dataDir?: string; url?: string },
  ...codes: readonly string[]
): Promise<void> {
  const db = await openDb(o);
  for (const name of codes.length > 0 ? codes : [code])
    await createTenant(db, { code: name, fullName: name, adminHash: await hashOfTest(password) }, Date.now());
  await db.close();
}

/** Runs a request of /mitt as the administrator. Throws if the server refuses it. */
export async function mittAs(
  server: RealServer,
  token: string,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await server.post("/mitt", body, token);
  if (answer.Code !== 0) throw new Error(`${JSON.stringify(body)}: ${answer.Msg}`);
  return answer.ReturnData;
}

/**
 * Creates a mold with a bound counter. The counter gets the same number as the mold, and the chip code "CHIP<number>".
 * Returns the counter's secret.
 */
export async function createCountedMold(server: RealServer, token: string, no: string): Promise<string> {
  const mold = {
    MOLD_NO: no,
    ENGINE_ID: "KILL",
    DAY_MAINTAIN_TIME: 100,
    BIG_MAINTAIN_TIME: 1000,
    MD_T0_TIME: "2020-01-01",
    MD_OVER_TIME: "2020-02-01",
    PRODUCT_CYCLE: 60,
  };
  const counter = {
    WRITER_ID: no,
    WRITER_IMIE: `CHIP${no}`,
    WRITER_TYPE: "NB",
    WRITER_STAT: 1,
    IS_VALID: "Y",
    ENABLE_GPS: "N",
  };
  const insert = (MENU_ID: string, TableName: string, row: object) =>
    mittAs(server, token, { Type: "insert", MENU_ID, TableName, Data: [row] });
  await insert("BS101", "BS_MOLD", mold);
  await insert("CT101", "BS_WRITER", counter);
  const binding = { MOLD_NO: no, WRITER_ID: no, BIND_TIME: "2020-10-01T00:00:00Z" };
  await mittAs(server, token, { Type: "rf_BindCounter", InParams: binding });
  const { SECRET } = await mittAs(server, token, { Type: "rf_CounterSecret", InParams: { WRITER_ID: no } });
  return String(SECRET);
}

/** Creates the organization to which the molds of `createCountedMold` belong. */
export async function createKillOrganization(server: RealServer, token: string): Promise<void> {
  const row = { ORGANIZATION_ID: "KILL", ORGANIZATION_NAME: "x", ORGANIZATION_TYPE: "oem" };
  await mittAs(server, token, { Type: "insert", MENU_ID: "SYS105", TableName: "SYS_ORG", Data: [row] });
}
