import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Account = Readonly<Record<string, unknown>>;

/** A real OpenID provider on loopback, with accounts that tests define. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Claims of the accounts by subject. */
  readonly accounts: Map<string, Account>;
  readonly stop: () => Promise<void>;
}

/** Starts a provider that knows one client with this redirect address. */
export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const accounts = new Map<string, Account>();
  const server: Server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ["shotkeeper", "secret-of-the-client"];
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: {
      openid: ["sub"],
      profile: ["name", "preferred_username", "groups", "realm_access"],
      email: ["email", "email_verified"],
    },
    pkce: { required: () => true },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...accounts.get(accountId), sub: accountId }),
    }),
    cookies: { keys: ["key-of-a-test"] },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    accounts,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Cookies of one browser. */
class Jar {
  private readonly cookies = new Map<string, string>();
  take(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

/**
 * Signs an account in on the provider's pages, as a person does in a browser, and consents. Returns the parameters with
 * which the provider redirects back.
 */
export async function signInAtProvider(url: string, subject: string): Promise<URLSearchParams> {
  const jar = new Jar();
  const { origin } = new URL(url);
  let next = url;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      redirect: "manual",
      headers: { cookie: jar.header },
      ...(form ? { method: "POST", body: form } : {}),
    });
    form = undefined;
    jar.take(response);
    const location = response.headers.get("location");
    if (location !== null) {
      const target = new URL(location, origin);
      if (target.origin !== origin) return target.searchParams;
      next = target.href;
      continue;
    }
    const page = await response.text();
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
    if (action === undefined)
      throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`);
    next = new URL(action, origin).href;
    form = page.includes('name="login"')
      ? new URLSearchParams({ prompt: "login", login: subject, password: "any" })
      : new URLSearchParams({ prompt: "consent" });
  }
  throw new Error("the provider did not redirect back");
}
