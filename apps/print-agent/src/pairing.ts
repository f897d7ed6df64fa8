import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const mostTries = 5;

/**
 * Registry of the web origins that may print, with the hashes of their tokens. A pairing code is valid for one pairing.
 * A new code is made afterwards, and after too many wrong attempts.
 */
export class Pairing {
  readonly #file: string;
  #paired: Record<string, string[]> = {};
  #code = "";
  #tries = 0;

  constructor(dir: string) {
    this.#file = join(dir, "paired.json");
    mkdirSync(dir, { recursive: true });
    try {
      this.#paired = JSON.parse(readFileSync(this.#file, "utf8"));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    }
    this.#renew();
  }

  /** The pairing code. Only the service's own page and the terminal show it. */
  get code(): string {
    return this.#code;
  }

  #renew(): void {
    this.#code = String(randomInt(1_000_000)).padStart(6, "0");
    this.#tries = 0;
  }

  /** Returns a new token for the origin, or undefined if the code is wrong. */
  pair(origin: string, code: string): string | undefined {
    if (!same(code, this.#code)) {
      if (++this.#tries >= mostTries) this.#renew();
      return undefined;
    }
    this.#renew();
    const token = randomBytes(24).toString("base64url");
    // One origin may be paired in several browsers, each with a token. Only the newest 20 tokens stay valid; an older
    // browser must be paired again.
    this.#paired[origin] = [...(this.#paired[origin] ?? []), hash(token)].slice(-20);
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify(this.#paired), { mode: 0o600 });
    renameSync(temporary, this.#file);
    return token;
  }

  knows(origin: string): boolean {
    return Object.hasOwn(this.#paired, origin);
  }

  allows(origin: string | undefined, token: string): boolean {
    const wanted = hash(token);
    // A request without an Origin header comes from a program, not from a page. Its token may belong to any origin.
    const lists = origin === undefined ? Object.values(this.#paired) : [this.#paired[origin] ?? []];
    return lists.flat().some((h) => same(h, wanted));
  }
}
