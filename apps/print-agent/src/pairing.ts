import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Delays } from "./delays.ts";
import { setAside } from "./journal.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const same = (a: string, b: string) => timingSafeEqual(Buffer.from(hash(a)), Buffer.from(hash(b)));
const secretText = () => randomBytes(24).toString("base64url");

/** Request of a page for pairing, which the user approves or refuses on the service's own page. */
export interface Request {
  /** Identifies the request on the service's own page. */
  readonly id: string;
  readonly origin: string;
  /**
   * Number by which the user recognizes the request. The page that asked for pairing and the service's own page both
   * show it. It is not a secret.
   */
  readonly check: string;
  readonly at: string;
}

interface Asked extends Request {
  /** Secret with which the page that asked for pairing fetches its token. Only this page knows the secret. */
  readonly secret: string;
  readonly state: "pending" | "refused" | { readonly token: string };
}

export interface Site {
  readonly origin: string;
  readonly since: string;
  /** Number of browsers that hold a token. */
  readonly browsers: number;
}

interface Paired {
  readonly since: string;
  readonly hashes: readonly string[];
}

const lifeMs = 5 * 60_000;
/**
 * Maximum number of requests that wait for the user: in all, and of one site. A newer request replaces the oldest one.
 */
const maxPending = 20;
const maxPendingOfSite = 2;

/** Public suffixes with two levels, below which anybody can register a domain, for example "com.cn". */
const sharedLevel = /\.(com|co|net|org|gov|edu|ac|or|ne|go|idv)\.[a-z]{2}$/;

/**
 * Returns the site of an origin, which is the same for all subdomains. So one site cannot fill the list with requests
 * from many subdomains.
 */
function siteOf(origin: string): string {
  const host = URL.canParse(origin) ? new URL(origin).hostname : origin;
  if (/^[\d.]+$|:/.test(host)) return host;
  return host
    .split(".")
    .slice(sharedLevel.test(host) ? -3 : -2)
    .join(".");
}

/**
 * Registry of the web origins that may print, with the hashes of their tokens. A page asks for pairing, and the user
 * approves the request on the service's own page. There is no pairing code that a page could guess.
 */
export class Pairing {
  readonly #file: string;
  readonly #now: () => number;
  readonly #paired = new Map<string, Paired>();
  #asked: Asked[] = [];
  /** Delays of sites that ask for pairing, and of origins that send wrong tokens. */
  readonly #asks: Delays;
  readonly #guesses: Delays;
  /** Key of the service's own page. Programs without it can neither approve requests nor see jobs. */
  readonly pageKey: string;
  /** True if the list of paired sites could not be read and was set aside at the start. */
  readonly isDamaged: boolean = false;

  constructor(dir: string, now: () => number = Date.now) {
    this.#now = now;
    this.#asks = new Delays(1000, 10 * 60_000, now);
    this.#guesses = new Delays(500, 60_000, now);
    this.#file = join(dir, "paired.json");
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.pageKey = keyIn(join(dir, "page-key"));
    try {
      for (const [origin, entry] of Object.entries(JSON.parse(readFileSync(this.#file, "utf8"))))
        this.#paired.set(origin, pairedOf(entry));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") return;
      if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause;
      this.#paired.clear();
      setAside(this.#file, join(dir, "damaged"));
      this.isDamaged = true;
    }
  }

  /** Returns true if `key` is the key of the service's own page. */
  isPageKey(key: string): boolean {
    return same(key, this.pageKey);
  }

  #prune(): void {
    this.#asked = this.#asked.filter((a) => this.#now() - Date.parse(a.at) < lifeMs);
  }

  /** Records a request for pairing. Returns the milliseconds to wait instead, if the site asks too often. */
  ask(origin: string): { readonly secret: string; readonly check: string } | { readonly waitMs: number } {
    this.#prune();
    const site = siteOf(origin);
    const waitMs = this.#asks.remaining(site);
    if (waitMs > 0) return { waitMs };
    this.#asks.count(site);
    this.#asked = this.#asked.filter((a) => a.origin !== origin);
    const ofSite = this.#asked.filter((a) => siteOf(a.origin) === site);
    const dropped = ofSite.length >= maxPendingOfSite ? ofSite[0] : undefined;
    this.#asked = this.#asked.filter((a) => a !== dropped).slice(-(maxPending - 1));
    const check = String(randomInt(10_000)).padStart(4, "0");
    const at = new Date(this.#now()).toISOString();
    const request: Asked = { id: secretText(), secret: secretText(), origin, check, at, state: "pending" };
    this.#asked.push(request);
    return { secret: request.secret, check };
  }

  /**
   * Returns the user's answer to a request, with the token if the user allowed it. Undefined: there is no such request.
   * An answer is returned only once, because the request is then forgotten.
   */
  answerTo(origin: string, secret: string): Asked["state"] | undefined {
    this.#prune();
    const request = this.#asked.find((a) => a.origin === origin && same(a.secret, secret));
    if (request && request.state !== "pending") this.#asked = this.#asked.filter((a) => a !== request);
    return request?.state;
  }

  /** Returns the requests that wait for the user's answer. */
  pending(): Request[] {
    this.#prune();
    return this.#asked
      .filter((a) => a.state === "pending")
      .map(({ id, origin, check, at }) => ({ id, origin, check, at }));
  }

  /** Records the user's answer to a request. Returns false if the request has expired. */
  decide(id: string, isApproved: boolean): boolean {
    this.#prune();
    const request = this.#asked.find((a) => a.id === id && a.state === "pending");
    if (!request) return false;
    const { origin } = request;
    const site = siteOf(origin);
    // Counts a refusal like four requests, so the site must wait longer before its next request.
    if (isApproved) this.#asks.clear(site);
    else this.#asks.count(site, 4);
    const state = isApproved ? { token: this.#admit(origin) } : ("refused" as const);
    this.#asked = this.#asked.map((a) => (a === request ? { ...a, state } : a));
    return true;
  }

  #admit(origin: string): string {
    const token = secretText();
    const { since = new Date(this.#now()).toISOString(), hashes = [] } = this.#paired.get(origin) ?? {};
    // Keeps only the newest 20 tokens of an origin, which may be paired in several browsers. A browser with an older
    // token must be paired again.
    this.#paired.set(origin, { since, hashes: [...hashes, hash(token)].slice(-20) });
    this.#save();
    return token;
  }

  #save(): void {
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify(Object.fromEntries(this.#paired)), { mode: 0o600, flush: true });
    renameSync(temporary, this.#file);
  }

  sites(): Site[] {
    return [...this.#paired].map(([origin, { since, hashes }]) => ({
      origin,
      since,
      browsers: hashes.length,
    }));
  }

  revoke(origin: string): void {
    if (this.#paired.delete(origin)) this.#save();
  }

  knows(origin: string): boolean {
    return this.#paired.has(origin);
  }

  /**
   * Checks a token of an origin. Returns the milliseconds to wait after wrong tokens. A right token is always accepted,
   * so that nobody can lock out a page by sending wrong tokens with its origin.
   */
  check(origin: string, token: string): "right" | "wrong" | { readonly waitMs: number } {
    const wanted = hash(token);
    const { hashes = [] } = this.#paired.get(origin) ?? {};
    if (
      hashes.some((h) => h.length === wanted.length && timingSafeEqual(Buffer.from(h), Buffer.from(wanted)))
    ) {
      this.#guesses.clear(origin);
      return "right";
    }
    const waitMs = this.#guesses.remaining(origin);
    if (waitMs > 0) return { waitMs };
    this.#guesses.count(origin);
    return "wrong";
  }
}

/** Returns the secret in a file that only this user can read. Creates the file if it is missing or too short. */
function keyIn(file: string): string {
  try {
    const key = readFileSync(file, "utf8").trim();
    if (key.length >= 32) return key;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
  }
  const key = secretText();
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}

/** Parses an entry of paired.json. An older file has only the list of hashes. */
function pairedOf(entry: unknown): Paired {
  const { since = new Date(0).toISOString(), hashes } = Array.isArray(entry)
    ? { hashes: entry }
    : (entry as Partial<Paired>);
  if (!Array.isArray(hashes) || !hashes.every((h) => typeof h === "string")) throw new TypeError("no hashes");
  return { since, hashes };
}
