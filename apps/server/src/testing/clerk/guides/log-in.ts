import { menus } from "@shotkeeper/contract/menus";
import { Secret, TOTP } from "otpauth";
import { TestAuthenticator } from "../../authenticator.ts";
import type { Known } from "../world.ts";
import { type Chance, type Guide, type Guides, latestOf, minutesAfter, whole } from "./guide.ts";

/** Password of the users of the demo. */
const password = "demo1234";
/** Origin of the test server. A passkey is valid only for the origin for which it was made. */
const site = "http://localhost";
const dayMinutes = 24 * 60;

/**
 * The user who sets up second factors. It is always the same user, because a code or passkey is valid only for the user
 * who set it up.
 */
const owner = "admin";

const answerOf = <T>({ world, userId }: Chance, type: string) =>
  latestOf(world, userId, type)?.answer as T | undefined;

/**
 * Describes how a simulated user performs an operation that `owner` can perform only after the operation `type`. For
 * example, rf_ConfirmTotp is possible only after rf_BeginTotp.
 */
const after = (type: string, values: Guide["values"] = () => ({ password })): Guide => ({
  by: [owner],
  fits: (_row, world) => latestOf(world, owner, type) !== undefined,
  values,
});

/** Returns the id of the passkey that the user `owner` added last. */
function passkeyOf({ world }: Chance): unknown {
  const input = latestOf(world, owner, "rf_AddPasskey")?.input as
    | { CREDENTIAL?: { id?: string } }
    | undefined;
  return input?.CREDENTIAL?.id;
}

/**
 * How simulated users perform operations on the ways to log in (second factors, sessions, API keys and single sign-on),
 * so that most of them succeed.
 */
export const logInGuides: Guides = {
  rf_BeginTotp: { by: [owner], weight: 3, values: () => ({ password }), next: "rf_ConfirmTotp" },
  rf_ConfirmTotp: after("rf_BeginTotp", (m) => {
    const key = answerOf<{ SECRET: string }>(m, "rf_BeginTotp");
    if (!key) return undefined;
    const totp = new TOTP({ secret: Secret.fromBase32(key.SECRET) });
    return { totpCode: totp.generate({ timestamp: m.world.now }) };
  }),
  rf_RemoveTotp: after("rf_ConfirmTotp"),
  rf_RenewRecoveryCodes: after("rf_ConfirmTotp"),
  rf_BeginPasskey: { by: [owner], weight: 3, values: () => ({ password }), next: "rf_AddPasskey" },
  rf_AddPasskey: after("rf_BeginPasskey", (m) => {
    const begun = answerOf<{ OPTIONS: { challenge: string; user: { id: string } } }>(m, "rf_BeginPasskey");
    return begun && { credential: new TestAuthenticator(site).create(begun.OPTIONS) };
  }),
  rf_RenamePasskey: after("rf_AddPasskey", (m) => ({ passkeyId: passkeyOf(m) })),
  rf_RemovePasskey: after("rf_AddPasskey", (m) => ({ passkeyId: passkeyOf(m), password })),
  rf_ResetSecondFactor: {
    by: ["admin2"],
    fits: (_row, world) => latestOf(world, owner, "rf_ConfirmTotp") !== undefined,
    values: () => ({ userId: owner }),
  },
  rf_MySessions: { by: [owner], weight: 3, next: "rf_EndSession" },
  rf_EndSession: after("rf_MySessions", (m) => {
    const [row] = answerOf<{ SESSION_ID: string }[]>(m, "rf_MySessions") ?? [];
    return row && { sessionId: row.SESSION_ID };
  }),
  rf_MakeApiKey: {
    by: ["admin", "admin2"],
    weight: 3,
    values: (m) => ({
      scopes: [`${menus.mold}:Q`],
      orgId: null,
      networks: null,
      expiresAt: minutesAfter(m, whole(m, 1, 300) * dayMinutes),
    }),
  },
  rf_RotateApiKey: {
    ...ofMaker((k) => k.revokedAt === null),
    values: (m) =>
      m.row.userId === m.userId
        ? { keyId: m.row.keyId, overlapHours: whole(m, 0, 24), expiresAt: minutesAfter(m, 30 * dayMinutes) }
        : undefined,
  },
  rf_RevokeApiKey: ofMaker((k) => k.revokedAt === null),
  rf_SsoSettings: { by: ["admin", "admin2"], weight: 3, next: "rf_SaveSso" },
  rf_SaveSso: {
    by: ["admin", "admin2"],
    values(m) {
      const stored = answerOf<{ UPDATED_DATE: string | null }>(m, "rf_SsoSettings");
      return {
        signOnMode: "optional",
        issuer: "https://login.example.com",
        clientId: "shotkeeper",
        roleMap: [],
        defaultRole: null,
        mailDomain: "example.com",
        createsUsers: "N",
        linksByMail: "N",
        password,
        updatedDate: stored?.UPDATED_DATE ?? null,
      };
    },
  },
};

function ofMaker(fits: (key: Known) => boolean): Guide {
  return { about: "SYS_API_KEY", fits, by: ["admin", "admin2"] };
}
