import type { Envelope } from "@shotkeeper/contract/kernel";
import type { DeviceStore } from "./devices.ts";
import { type SecondStep, stepOf } from "./sign-in.ts";
import type { TokenStore } from "./token.ts";

export interface LogIn {
  readonly tenantId: string;
  readonly userId: string;
  readonly password: string;
  readonly captcha: CaptchaAnswer;
  readonly remember: boolean;
}

/** Picture with characters to type, and the difficulty of the proof of work (`findProof` in the contract package). */
export interface NewCaptcha {
  readonly id: string;
  /** Picture as a data URL. */
  readonly image: string;
  readonly difficulty: number;
}

export interface CaptchaAnswer {
  readonly id: string;
  /** Characters that the user has typed. */
  readonly text: string;
  /** Proof of work. */
  readonly proof: string;
}

interface LoginAnswer {
  readonly token: string;
  readonly deviceToken?: string;
  readonly mustChangePassword?: boolean;
}

/** Functions and settings of the client that the log-in uses. */
interface Connection {
  readonly send: (path: string, init: RequestInit) => Promise<Envelope>;
  readonly post: (path: string, body: unknown) => Promise<Envelope>;
  readonly tokens: TokenStore;
  readonly devices: DeviceStore | undefined;
  readonly device: "PC" | "PDA";
}

/** Returns the fields of a request that hold the answer to a captcha. */
export const captchaFields = ({ id, text, proof }: CaptchaAnswer) => ({
  CAPTCHA_ID: id,
  CAPTCHA: text,
  CAPTCHA_PROOF: proof || undefined,
});

/** Returns functions that log a user in or reset a forgotten password. */
export const loginCalls = ({ send, post, tokens, devices, device }: Connection) => ({
  captcha: () => send("/captcha", { method: "GET" }).then((a) => a.ReturnData as NewCaptcha),
  /**
   * Logs in. Returns whether the user must change the password before anything else. Also returns the second step if
   * the log-in needs one.
   */
  async logIn(l: LogIn): Promise<{ mustChangePassword: boolean; step?: SecondStep }> {
    const { ReturnData } = await post("/login", {
      TENANT_ID: l.tenantId,
      USER_ID: l.userId,
      PASSWORD: l.password,
      ...captchaFields(l.captcha),
      DEVICE_TOKEN: devices?.get(l.tenantId, l.userId),
      REMEMBER: l.remember ? "Y" : "N",
      DEV_TYPE: device,
    });
    const { token, deviceToken, mustChangePassword = false } = ReturnData as LoginAnswer;
    if (deviceToken) devices?.set(l.tenantId, l.userId, deviceToken);
    const step = stepOf(ReturnData);
    if (step) return { mustChangePassword, step };
    tokens.set(token, l.remember);
    return { mustChangePassword };
  },
  /** Returns whether users can reset a forgotten password by mail. */
  canResetByMail: () =>
    send("/login/forgot", { method: "GET" }).then(
      (a) => (a.ReturnData as { AVAILABLE: string }).AVAILABLE === "Y",
    ),
  /** Asks for a mail with a link to reset the password. The answer is the same whether or not the user exists. */
  async askForReset(r: {
    readonly tenantId: string;
    readonly userId: string;
    readonly captcha: CaptchaAnswer;
    readonly language: string;
  }): Promise<void> {
    const { tenantId, userId, language } = r;
    const account = { TENANT_ID: tenantId, USER_ID: userId, LANGUAGE: language };
    await post("/login/forgot", { ...account, ...captchaFields(r.captcha) });
  },
  /** Sets a new password. `token` comes from the link in the mail. Returns the user whose password was set. */
  async resetPassword(token: string, newPassword: string): Promise<{ tenantId: string; userId: string }> {
    const { ReturnData } = await post("/login/reset", { RESET_TOKEN: token, NEW_PASSWORD: newPassword });
    const found = ReturnData as { TENANT_ID: string; USER_ID: string; deviceToken?: string };
    if (found.deviceToken) devices?.set(found.TENANT_ID, found.USER_ID, found.deviceToken);
    return { tenantId: found.TENANT_ID, userId: found.USER_ID };
  },
  /**
   * Returns the address of WeChat's page, on which a user consents to the log-in. Returns null if WeChat is not
   * configured.
   */
  weChatPage: () =>
    send("/login/wechat", { method: "GET" }).then((a) => (a.ReturnData as { URL: string | null }).URL),
  /** Logs in by WeChat. Returns the second step if the log-in needs one. */
  async logInByWeChat(l: {
    tenantId: string;
    code: string;
    remember: boolean;
  }): Promise<SecondStep | undefined> {
    const answer = await post("/login", {
      TENANT_ID: l.tenantId,
      WECHAT_CODE: l.code,
      REMEMBER: l.remember ? "Y" : "N",
      DEV_TYPE: device,
    });
    const step = stepOf(answer.ReturnData);
    if (!step) tokens.set((answer.ReturnData as { token: string }).token, l.remember);
    return step;
  },
});
