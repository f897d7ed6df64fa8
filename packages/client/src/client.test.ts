import { organization } from "@shotkeeper/contract/system";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "./client.ts";
import { browserDeviceStore } from "./devices.ts";
import { ClientError } from "./error.ts";
import { browserTokenStore, memoryTokenStore } from "./token.ts";

class MemoryStorage {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

type Sent = {
  readonly path: string;
  readonly token: string | null;
  readonly body: Readonly<Record<string, unknown>>;
};

/**
 * Replaces fetch by a mock that answers each request with the given body and headers. Returns the list of recorded
 * requests.
 */
function answering(body: object, headers: Readonly<Record<string, string>> = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const text = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ path, token: new Headers(init.headers).get("Authorizations"), body: text });
    return new Response(JSON.stringify(body), { headers });
  });
  return sent;
}

const login = { tenantId: "t", userId: "u", password: "p", captcha: { id: "1", text: "x", proof: "2" } };
let local: MemoryStorage;
let session: MemoryStorage;
beforeEach(() => {
  local = new MemoryStorage();
  session = new MemoryStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
});
afterEach(() => vi.unstubAllGlobals());

describe("the token", () => {
  // spec: admin 7.3, 7.4, 9.11
  it("is stored in local storage if the user is remembered, otherwise in session storage", async () => {
    answering({ Code: 0, Msg: "S0006", ReturnData: { token: "one" } });
    const client = createClient({ tokens: browserTokenStore() });
    await client.logIn({ ...login, remember: false });
    expect([session.getItem("access_token"), local.getItem("access_token")]).toEqual(["one", null]);
    await client.logIn({ ...login, remember: true });
    expect([session.getItem("access_token"), local.getItem("access_token")]).toEqual([null, "one"]);
  });

  it("has an id of its log-in, which a renewed token keeps", async () => {
    answering({ Code: 0, Msg: "S0006", ReturnData: { token: "one" } });
    const tokens = browserTokenStore();
    const client = createClient({ tokens });
    expect(tokens.session()).toBeNull();
    await client.logIn({ ...login, remember: true });
    const first = tokens.session();
    tokens.set("renewed");
    expect([first?.length, tokens.session()]).toEqual([32, first]);
    await client.logIn({ ...login, remember: true });
    expect(tokens.session()).not.toBe(first);
    tokens.clear();
    expect([tokens.session(), local.items.size, session.items.size]).toEqual([null, 0, 0]);
  });

  // spec: admin 7.1, 7.5
  it("uses the token of a view in this tab only, and returns to the log-in", async () => {
    const tokens = browserTokenStore();
    tokens.set("mine", true);
    const own = tokens.session();
    tokens.openView("view");
    expect([tokens.get(), tokens.isView(), local.getItem("access_token")]).toEqual(["view", true, "mine"]);
    expect(tokens.session()).not.toBe(own);
    tokens.closeView();
    expect([tokens.get(), tokens.isView(), tokens.session()]).toEqual(["mine", false, own]);
    tokens.openView("view");
    tokens.set("next", true);
    expect([tokens.get(), tokens.isView()]).toEqual(["next", false]);
  });

  it("keeps the token of an ended view, so that the page cannot go on as the administrator", async () => {
    const tokens = browserTokenStore();
    tokens.set("mine", true);
    tokens.openView("view");
    answering({ Code: 1, Msg: "S0010" });
    const onExpired = vi.fn();
    await expect(createClient({ tokens, onExpired }).post("/mitt", {})).rejects.toThrow();
    expect(onExpired).toHaveBeenCalledOnce();
    expect([tokens.get(), local.getItem("access_token")]).toEqual(["view", "mine"]);
  });

  it("is sent in the header Authorizations, and the placeholder {token} without one", async () => {
    const sent = answering({ Code: 0, Msg: "S0018", ReturnData: {} });
    const tokens = memoryTokenStore();
    const client = createClient({ tokens });
    await client.captcha();
    tokens.set("mine");
    await client.post("/mitt", { Type: "x" });
    expect(sent.map((s) => s.token)).toEqual(["{token}", "mine"]);
  });

  // spec: admin 7.2
  it("is replaced by the token in a header of an answer, in the same storage", async () => {
    local.setItem("access_token", "old");
    answering({ Code: 0, Msg: "S0012" }, { Authorizations: "new" });
    await createClient({ tokens: browserTokenStore() }).post("/mitt", { Type: "x" });
    expect([session.getItem("access_token"), local.getItem("access_token")]).toEqual([null, "new"]);
  });

  // spec: admin 4.18, 4.19
  it("is cleared when the server answers that the log-in has expired", async () => {
    local.setItem("access_token", "old");
    answering({ Code: 1, Msg: "S0010" });
    const onExpired = vi.fn();
    const client = createClient({ tokens: browserTokenStore(), onExpired });
    await expect(client.post("/mitt", { Type: "x" })).rejects.toMatchObject({ code: "S0010" });
    expect(local.getItem("access_token")).toBeNull();
    expect(onExpired).toHaveBeenCalledOnce();
  });

  it("of a new log-in stays when an answer to an earlier log-in arrives late", async () => {
    local.setItem("access_token", "old");
    const answers: ((r: Response) => void)[] = [];
    vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
    const onExpired = vi.fn();
    const tokens = browserTokenStore();
    const client = createClient({ tokens, onExpired });
    const calls = [client.post("/mitt", { Type: "x" }), client.post("/mitt", { Type: "x" })];
    tokens.set("new", true);
    answers[0]?.(new Response(JSON.stringify({ Code: 1, Msg: "S0010" })));
    answers[1]?.(
      new Response(JSON.stringify({ Code: 0, Msg: "S0012" }), { headers: { Authorizations: "renewed" } }),
    );
    await expect(calls[0]).rejects.toMatchObject({ code: "S0010" });
    await calls[1];
    expect(local.getItem("access_token")).toBe("new");
    expect(onExpired).not.toHaveBeenCalled();
  });

  it("stays when another refusal is answered", async () => {
    local.setItem("access_token", "old");
    answering({ Code: 1, Msg: "S0020" });
    await expect(createClient({ tokens: browserTokenStore() }).post("/mitt", {})).rejects.toThrow();
    expect(local.getItem("access_token")).toBe("old");
  });
});

describe("a call", () => {
  // spec: admin 7.28
  it("rejects with code and argument of the message if Code is not zero", async () => {
    answering({ Code: 1, Msg: "S0029^MOLD_NO" });
    const call = createClient({ tokens: memoryTokenStore() }).post("/mitt", { Type: "x" });
    await expect(call).rejects.toBeInstanceOf(ClientError);
    await expect(call).rejects.toMatchObject({ code: "S0029", arg: "MOLD_NO" });
  });

  // spec: admin 9.1
  it("is aborted after 30 seconds", async () => {
    const timeout = new AbortController();
    const asked = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
    vi.stubGlobal(
      "fetch",
      (_path: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted")))),
    );
    const call = createClient({ tokens: memoryTokenStore() }).post("/mitt", { Type: "x" });
    expect(asked).toHaveBeenCalledWith(30_000);
    timeout.abort();
    await expect(call).rejects.toMatchObject({ code: "timeout" });
    asked.mockRestore();
  });
});

describe("the token of the browser", () => {
  it("is stored for each account, and sent with the account's next log-in", async () => {
    const sent = answering({ Code: 0, Msg: "S0006", ReturnData: { token: "t", deviceToken: "d1" } });
    const client = createClient({ tokens: memoryTokenStore(), devices: browserDeviceStore() });
    const logIn = (userId: string) => client.logIn({ ...login, userId, remember: false });
    expect(await logIn("ann")).toEqual({ mustChangePassword: false });
    await logIn("ann");
    await logIn("bob");
    expect(sent.map((s) => s.body.DEVICE_TOKEN)).toEqual([undefined, "d1", undefined]);
    expect(client.deviceToken("t", "ann")).toBe("d1");
    expect(client.deviceToken("other", "ann")).toBe(null);
  });

  it("is kept for the last twenty accounts, and ignores what others have written", () => {
    const devices = browserDeviceStore();
    for (const wrong of ["{", "3", '[1,["a"],["a",2]]']) {
      local.setItem("device_tokens", wrong);
      expect(devices.get("t", "a")).toBeUndefined();
    }
    for (let i = 0; i < 21; i++) devices.set("t", `u${i}`, `d${i}`);
    devices.set("t", "u20", "new");
    expect([0, 1, 20].map((i) => devices.get("t", `u${i}`))).toEqual([undefined, "d1", "new"]);
  });

  it("arrives with a reset of the password", async () => {
    const ReturnData = { TENANT_ID: "t", USER_ID: "ann", deviceToken: "d2" };
    answering({ Code: 0, Msg: "S0012", ReturnData });
    const client = createClient({ tokens: memoryTokenStore(), devices: browserDeviceStore() });
    expect(await client.resetPassword("1.x", "new")).toEqual({ tenantId: "t", userId: "ann" });
    expect(client.deviceToken("t", "ann")).toBe("d2");
  });
});

it("updates rows one by one, and names the refused rows and fields", async () => {
  const ReturnData = { COUNT: 1, FAULTS: [{ ROW: 1, FIELD: "CITY", MSG: "S0200^CITY" }] };
  const sent = answering({ Code: 0, Msg: "S0023", ReturnData });
  const client = createClient({ tokens: memoryTokenStore() });
  const rows = [
    { orgId: "A", city: "x" },
    { orgId: "B", city: "y" },
  ];
  expect(await client.updateEach(organization, rows)).toEqual({
    count: 1,
    faults: [{ row: 1, field: "CITY", message: "S0200^CITY" }],
  });
  expect(sent[0]?.body).toMatchObject({
    Type: "update",
    EACH: "Y",
    TableName: "SYS_ORG",
    Data: [
      { ORGANIZATION_ID: "A", CITY: "x" },
      { ORGANIZATION_ID: "B", CITY: "y" },
    ],
  });
});
