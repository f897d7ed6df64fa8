import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "./files.ts";

/**
 * Address and secret of the connector: the endpoint of the Shotkeeper server to which this gateway sends its readings.
 */
export interface Connection {
  /** Address without the secret, such as https://shots.example.com/in/12. */
  readonly url: string;
  readonly secret: string;
}

/**
 * Error that the user must mend: a wrong address, or a damaged file of the connection. The program shows its text and
 * ends.
 */
export class UsageError extends Error {}

const isLoopback = (host: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Parses the address of the connector, which the server shows only once: https://<host>/in/<connector>/<secret>. */
export function connectionOf(address: string): Connection {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new UsageError(`This is no address: ${address}`);
  }
  const [, path, secret] = /^(.*\/in\/\d+)\/(\d+\.[A-Za-z0-9_-]{20,64})$/.exec(url.pathname) ?? [];
  if (path === undefined || secret === undefined || url.search !== "" || url.username !== "")
    throw new UsageError("The address must have the form https://<host>/in/<connector>/<secret>");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    throw new UsageError("The address must begin with https://, so that nobody reads the secret on the way");
  return { url: `${url.origin}${path}`, secret };
}

const fileOf = (dir: string) => join(dir, "connection.json");

export async function saveConnection(dir: string, connection: Connection): Promise<void> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  await replaceFile(fileOf(dir), `${JSON.stringify(connection, null, 2)}\n`);
}

/** Returns the stored connection, undefined if there is none yet. */
export function loadConnection(dir: string): Connection | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(dir), "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
  const { url, secret } = JSON.parse(text) as Partial<Connection>;
  if (typeof url !== "string" || typeof secret !== "string")
    throw new UsageError(`${fileOf(dir)} is damaged. Connect the gateway again with --connect`);
  return connectionOf(`${url}/${secret}`);
}
