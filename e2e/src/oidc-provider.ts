import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface RealProvider {
  readonly issuer: string;
  readonly stop: () => void;
}

/**
 * Starts an OpenID provider on loopback. The provider accepts every name as an account. Each account has the claims
 * `claims`.
 */
export async function startProvider(
  redirectUri: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<RealProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "shotkeeper",
        client_secret: "secret",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], profile: ["name", "preferred_username", "groups"], email: ["email"] },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...claims, sub: accountId }) }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
