/** Kind of proof that completes a log-in: a code of an authenticator app (TOTP), a passkey or a recovery code. */
export type FactorName = "totp" | "passkey" | "recovery";

/** The second step that a log-in still needs. */
export interface SecondStep {
  /**
   * Secret text from the first step. The requests of the second step carry this text as proof that the first step was
   * accepted.
   */
  readonly ticket: string;
  /**
   * verify: the user proves a second factor. enrol: the user first sets up a second factor. apply: the user's company
   * must be approved first.
   */
  readonly kind: "verify" | "enrol" | "apply";
  readonly factors: readonly FactorName[];
}

/** Proof of a second factor. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: unknown };

/** Options or answer of a passkey, in the JSON form of WebAuthn. */
export type PasskeyJson = Readonly<Record<string, unknown>>;

/** Ways to log in to a tenant beside the password. */
export interface SignInWays {
  /** Name of the tenant's provider for single sign-on. */
  readonly sso: string | null;
  readonly hasPasskeys: boolean;
}

interface Channel {
  readonly post: (path: string, body: unknown) => Promise<{ readonly ReturnData?: unknown }>;
  readonly setToken: (token: string, remember: boolean) => void;
  readonly device: "PC" | "PDA";
}

/**
 * Returns the second step that the server's answer to a log-in asks for. Returns undefined if the log-in is complete.
 */
export function stepOf(data: unknown): SecondStep | undefined {
  const { TICKET, KIND, FACTORS } = data as Partial<Record<string, unknown>>;
  if (typeof TICKET !== "string") return undefined;
  const kind = KIND === "enrol" || KIND === "apply" ? KIND : "verify";
  return { ticket: TICKET, kind, factors: FACTORS as FactorName[] };
}

/** Creates the calls for the second step of a log-in, and for log-ins by passkey and by the tenant's provider. */
export function signInCalls({ post, setToken, device }: Channel) {
  const ask = async <T>(path: string, body: unknown): Promise<T> => (await post(path, body)).ReturnData as T;
  const options = async (path: string, body: unknown) =>
    (await ask<{ OPTIONS: PasskeyJson }>(path, body)).OPTIONS;

  /** Sends the last request of a log-in and stores the token. Returns the new recovery codes, or an empty list. */
  async function enter(path: string, body: object, remember: boolean): Promise<readonly string[]> {
    const answer = await ask<{ token: string; RECOVERY_CODES?: readonly string[] }>(path, body);
    setToken(answer.token, remember);
    return answer.RECOVERY_CODES ?? [];
  }
  const entry = (remember: boolean) => ({ REMEMBER: remember ? "Y" : "N", DEV_TYPE: device });

  return {
    verifyStep: async (ticket: string, proof: Proof, remember: boolean): Promise<void> => {
      const given =
        "code" in proof
          ? { CODE: proof.code }
          : "passkey" in proof
            ? { PASSKEY: proof.passkey }
            : { RECOVERY_CODE: proof.recoveryCode };
      await enter("/login/second", { TICKET: ticket, ...given }, remember);
    },
    stepPasskeyOptions: (ticket: string) => options("/login/second/passkey", { TICKET: ticket }),
    enrolTotp: async (ticket: string) => {
      const key = await ask<{ SECRET: string; URI: string }>("/login/enrol/totp", { TICKET: ticket });
      return { secret: key.SECRET, uri: key.URI };
    },
    confirmEnrolledTotp: (ticket: string, code: string, remember: boolean) =>
      enter("/login/enrol/totp/confirm", { TICKET: ticket, CODE: code }, remember),
    enrolPasskeyOptions: (ticket: string) => options("/login/enrol/passkey", { TICKET: ticket }),
    enrolPasskey: (ticket: string, name: string, passkey: unknown, remember: boolean) =>
      enter(
        "/login/enrol/passkey/confirm",
        { TICKET: ticket, PASSKEY: passkey, PASSKEY_NAME: name },
        remember,
      ),
    loginPasskeyOptions: () => options("/login/passkey/options", {}),
    logInByPasskey: async (passkey: unknown, remember: boolean): Promise<void> => {
      await enter("/login/passkey", { PASSKEY: passkey, ...entry(remember) }, remember);
    },
    signInWays: async (tenantId: string): Promise<SignInWays> => {
      const ways = await ask<{ SSO: string | null; PASSKEY: string }>("/login/ways", { TENANT_ID: tenantId });
      return { sso: ways.SSO, hasPasskeys: ways.PASSKEY === "Y" };
    },
    startSso: async (tenantId: string, remember: boolean) => {
      const body = { TENANT_ID: tenantId, ...entry(remember) };
      const start = await ask<{ URL: string; BROWSER: string }>("/login/sso/start", body);
      return { url: start.URL, browser: start.BROWSER };
    },
    finishSso: async (answer: string, browser: string, remember: boolean): Promise<void> => {
      await enter("/login/sso/finish", { ANSWER: answer, BROWSER: browser }, remember);
    },
  };
}
