import {
  type Client,
  ClientError,
  createClient,
  memoryTokenStore,
  type TokenStore,
} from "@shotkeeper/client";
import { codes } from "@shotkeeper/contract/kernel";

/** Error in an option of the command line. `runTool` reports such an error in one line, without a stack trace. */
export class UsageError extends Error {}

/** Options of the command line that all tools share, in the format of parseArgs. */
export const connectionOptions = {
  url: { type: "string", default: "http://127.0.0.1:8080" },
  gateway: { type: "string" },
  tenant: { type: "string", default: "demo" },
  user: { type: "string" },
  password: { type: "string" },
  captcha: { type: "string" },
  via: { type: "string", default: "http" },
  mqtt: { type: "string", default: "mqtt://127.0.0.1:1883" },
  help: { type: "boolean", short: "h", default: false },
} as const;

export const connectionHelp = `  --url URL          the server (http://127.0.0.1:8080)
  --gateway KEY      a gateway's key: npm run tenant -- gateway-key <tenant>
  --tenant CODE --user ID --password TEXT   or a person's log-in (tenant: demo)
  --captcha CODE     the server's CAPTCHA_BYPASS_CODE, needed for a log-in
  --via http|mqtt|both
  --mqtt URL         the broker (mqtt://127.0.0.1:1883)`;

export type Via = "http" | "mqtt" | "both";

export interface ConnectionValues {
  readonly url: string;
  readonly gateway?: string | undefined;
  readonly tenant: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly captcha?: string | undefined;
  readonly via: string;
  readonly mqtt: string;
}

export function viaOf(text: string): Via {
  if (text === "http" || text === "mqtt" || text === "both") return text;
  throw new UsageError(`--via must be http, mqtt or both, not "${text}"`);
}

/** Parses an option as a whole number from `least` to `most`. Throws a UsageError if it is not such a number. */
export function wholeOption(name: string, text: string, least: number, most: number): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < least || n > most)
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  return n;
}

/** Returns a client that is logged in as the user of the options. Returns undefined if the options contain no user. */
export async function logIn(v: ConnectionValues): Promise<Client | undefined> {
  if (v.user === undefined) return undefined;
  if (v.password === undefined) throw new UsageError("--user needs --password");
  if (v.captcha === undefined)
    throw new UsageError("a log-in needs --captcha: the code in the server's CAPTCHA_BYPASS_CODE");
  const client = createClient({ baseUrl: v.url, tokens: memoryTokenStore() });
  const { id } = await client.captcha();
  await client.logIn({
    tenantId: v.tenant,
    userId: v.user,
    password: v.password,
    // Sends an empty proof of work, because the bypass code makes the proof unnecessary.
    captcha: { id, text: v.captcha, proof: "" },
    remember: false,
  });
  return client;
}

/**
 * Returns the client that sends readings: with the gateway's key if `--gateway` is given, otherwise with the session of
 * the user.
 */
export function reportClient(v: ConnectionValues, person: Client | undefined): Client {
  if (v.gateway === undefined) {
    if (person) return person;
    throw new UsageError("who reports? give --gateway KEY, or --user, --password and --captcha");
  }
  const header = `Gateway ${v.gateway}`;
  const nothing = () => {};
  const tokens: TokenStore = {
    get: () => header,
    set: nothing,
    clear: nothing,
    openView: nothing,
    closeView: nothing,
    isView: () => false,
    session: () => null,
  };
  return createClient({ baseUrl: v.url, tokens });
}

/** Runs a tool. Reports errors of the server and of the options in short, without a stack trace. */
export async function runTool(main: () => Promise<void>): Promise<void> {
  try {
    await main();
    process.exit(process.exitCode ?? 0);
  } catch (cause) {
    if (cause instanceof ClientError) {
      const hint =
        cause.local === "network"
          ? " (no server answers there)"
          : cause.code === codes.sessionEnded ||
              cause.code === codes.wrongPassword ||
              cause.code === codes.wrongCaptcha
            ? " (the log-in, captcha code or gateway key was refused)"
            : "";
      console.error(`The server refused: ${cause.message}${hint}`);
    } else if (cause instanceof UsageError || isParseError(cause))
      console.error(`${cause instanceof Error ? cause.message : cause}\nTry --help.`);
    else console.error(cause);
    process.exit(1);
  }
}

function isParseError(cause: unknown): boolean {
  return cause instanceof TypeError && "code" in cause && String(cause.code).startsWith("ERR_PARSE_ARGS");
}
