import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const mostTries = 5;

/** Which origins may print. Tokens are kept hashed; a code is good for one pairing. */
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

  /** Shown on the service's own page and terminal, nowhere else. */
  get code(): string {
    return this.#code;
  }

  #renew(): void {
    this.#code = String(randomInt(1_000_000)).padStart(6, "0");
    this.#tries = 0;
  }

  /** A token for an origin, or nothing when the code is wrong. */
  pair(origin: string, code: string): string | undefined {
    if (!same(code, this.#code)) {
      if (++this.#tries >= mostTries) this.#renew();
      return undefined;
    }
    this.#renew();
    const token = randomBytes(24).toString("base64url");
    // An origin is opened in several browsers; the oldest of many is forgotten.
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
    // A program that is no page has a page's token, and no origin.
    const lists = origin === undefined ? Object.values(this.#paired) : [this.#paired[origin] ?? []];
    return lists.flat().some((h) => same(h, wanted));
  }
}
