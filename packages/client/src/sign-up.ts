import { decodeAnswer, type Envelope, encodeRow, type RowOf } from "@shotkeeper/contract/kernel";
import { applicationFacts, signUpFields } from "@shotkeeper/contract/shop";
import { type CaptchaAnswer, captchaFields } from "./login.ts";

/** Facts about a company that signs up. */
export type Company = RowOf<typeof signUpFields>;
/** A company's sign-up in the shop, as the applicant sees it. */
export type Application = RowOf<typeof applicationFacts>;

interface Connection {
  readonly send: (path: string, init: RequestInit) => Promise<Envelope>;
  readonly post: (path: string, body: unknown) => Promise<Envelope>;
  /** Tenant of the visited shop. Undefined: the server chooses by the host name. */
  readonly shopTenant: string | undefined;
}

/**
 * Returns form data: first the texts, then the picture of the licence. The server needs the texts before the picture.
 */
function formOf(texts: Readonly<Record<string, unknown>>, licence: Blob | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts))
    if (value !== undefined && value !== null) form.append(name, String(value));
  if (licence) form.append("LICENCE", licence);
  return form;
}

/** Returns functions that sign a company up in a shop, and read and correct the company's sign-up. */
export const signUpCalls = ({ send, post, shopTenant }: Connection) => ({
  /** Signs a company up. Returns the tenant and the log-in name. */
  async signUp(s: {
    readonly company: Company;
    readonly password: string;
    readonly captcha: CaptchaAnswer;
    readonly licence: Blob | undefined;
  }): Promise<{ tenantId: string; userId: string }> {
    const texts = {
      ...encodeRow(s.company, signUpFields),
      PASSWORD: s.password,
      ...captchaFields(s.captcha),
    };
    const shop = shopTenant === undefined ? "" : `?tenant=${encodeURIComponent(shopTenant)}`;
    const body = formOf(texts, s.licence);
    const { ReturnData } = await send(`/shop/sign-up${shop}`, { method: "POST", body });
    const made = ReturnData as { TENANT_ID: string; USER_ID: string };
    return { tenantId: made.TENANT_ID, userId: made.USER_ID };
  },
  /**
   * Returns the sign-up of a company. `ticket`: secret text that the log-in gives an applicant instead of a session.
   */
  application: (ticket: string): Promise<Application> =>
    post("/shop/application", { TICKET: ticket }).then(
      (a) => decodeAnswer(a.ReturnData as Record<string, unknown>, applicationFacts) as Application,
    ),
  /** Hands in a refused sign-up again. Without a new picture, the stored business licence stays. */
  async correctApplication(ticket: string, company: Company, licence: Blob | undefined): Promise<void> {
    const body = formOf({ TICKET: ticket, ...encodeRow(company, signUpFields) }, licence);
    await send("/shop/application/correct", { method: "POST", body });
  },
});
