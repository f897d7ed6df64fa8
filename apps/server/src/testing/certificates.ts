import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Name of a counter or gateway in a client certificate, as docs/operations.md writes it. */
export const machineName = (tenant: string, kind: "counter" | "gateway", name: string | number): string =>
  `urn:shotkeeper:${tenant}:${kind}:${name}`;

/** Certificate authority for a test, made with the commands of docs/operations.md. */
export interface TestAuthority {
  readonly dir: string;
  readonly file: (name: string) => string;
  readonly read: (name: string) => string;
  /**
   * Makes a client certificate NAME.crt with the private key NAME.key. Without `uri` the certificate names no machine.
   */
  readonly client: (name: string, uri?: string) => { readonly cert: string; readonly key: string };
}

/** Returns the openssl commands of docs/operations.md. */
function documentedCommands(): string {
  const page = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const [, block] = /```sh\n(openssl req -x509[\s\S]+?)```/.exec(page) ?? [];
  if (!block) throw new Error("docs/operations.md has no openssl commands");
  return block;
}

/**
 * Makes a certificate authority, and certificates of the broker `host`, a counter and a gateway: runs the openssl
 * commands of docs/operations.md in a new directory.
 */
export function makeAuthority(host = "localhost"): TestAuthority {
  const dir = mkdtempSync(join(tmpdir(), "shotkeeper-tls-"));
  const run = (commands: string) =>
    execFileSync("bash", ["-e", "-c", commands], { cwd: dir, stdio: ["ignore", "ignore", "pipe"] });
  const documented = documentedCommands();
  run(documented.replaceAll("mqtt.example.com", host));
  const file = (name: string) => join(dir, name);
  const read = (name: string) => readFileSync(file(name), "utf8");
  return {
    dir,
    file,
    read,
    client(name, uri) {
      // Runs the third paragraph of the documented commands, which makes the certificate of a counter.
      const named = (documented.split("\n\n")[2] ?? "").replaceAll("counter.", `${name}.`);
      run(
        uri === undefined
          ? named.replace(/-addext "subjectAltName=[^"]+"/, "")
          : named.replace(/URI:[^"]+/, `URI:${uri}`),
      );
      return { cert: read(`${name}.crt`), key: read(`${name}.key`) };
    },
  };
}
