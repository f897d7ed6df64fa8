import type { Condition, Envelope, Query } from "@shotkeeper/contract/kernel";
import { isUnreachable } from "../error.ts";
import type { ListRequest, Page } from "../list-request.ts";
import { type Action, localPathOf, localPhotoOf, newId, type StoredPhoto, type WireBody } from "./action.ts";
import type { Database } from "./database.ts";
import { isWithin, selectRows } from "./local-query.ts";
import type { Outbox } from "./outbox.ts";
import type { Owner } from "./outbox-types.ts";

type AnyRow = Readonly<Record<string, unknown>>;

/** Server's answer to a request that reads data ("a read"), stored on this device. */
interface StoredRead {
  readonly id: string;
  readonly at: number;
  readonly value: unknown;
}

/** All rows of a query that meet `where`. The device can filter and sort these rows without the server. */
interface StoredRows extends StoredRead {
  readonly value: readonly AnyRow[];
  /** Conditions under which the rows were loaded. Records of earlier versions have no conditions and are not used. */
  readonly where?: readonly Condition[];
}

/**
 * Returns the stored rows of a query with the effect of the actions that wait on this device. Lists then show this
 * effect before the server has applied the actions.
 */
export type Overlay = (rows: readonly AnyRow[], waiting: readonly Action[]) => readonly AnyRow[];

/**
 * Time after which a read uses the stored value although the server may still answer, ms. The time is shorter while the
 * server counts as unreachable.
 */
const patienceMs = { usual: 12_000, unreachable: 2000 } as const;
/** Minimum time between two answers to the same request that are stored, ms. */
const storeEveryMs = 60_000;
/** Longest JSON text of an answer, characters. Longer answers are not stored. */
const longestText = 400_000;
/** Maximum number of stored answers of a user. Queries whose rows are all stored (`pack`) do not count. */
const maxReads = 300;

const nameOf = (q: Query): string => `${q.menu}.${q.id}`;

/**
 * Lets the client work without a connection: reads return the last known values, writes go through the outbox, and
 * photos wait on this device.
 */
export class OfflineLayer {
  private owner: Owner | undefined;
  private readonly storedAt = new Map<string, number>();
  private readonly packs = new Map<string, StoredRows>();

  constructor(
    private readonly database: Database,
    readonly outbox: Outbox,
    private readonly overlays: Readonly<Record<string, Overlay>>,
    private readonly now: () => number,
    /** True if this device stores the data that its user reads. */
    private readonly isStoring: boolean,
    /** Returns the id of the present log-in. */
    private readonly session: () => string | null,
  ) {}

  /**
   * Sets the user of the session. Reads the user's stored rows, deletes the rows of other users, and begins to send
   * the stored actions.
   */
  async start(owner: Owner): Promise<void> {
    this.owner = owner;
    this.packs.clear();
    this.outbox.setOwner(owner);
    void this.outbox.drain();
    await this.forget((id) => !id.startsWith(this.idOf("")) && id !== this.userId());
    for (const pack of await this.database.all<StoredRows>("reads", this.idOf("rows ")))
      this.packs.set(pack.id, pack);
  }

  /** Ends the work of the user: deletes the stored values of the user's reads. The outbox keeps its actions. */
  async end(): Promise<void> {
    this.outbox.setOwner(undefined);
    this.owner = undefined;
    await this.forget(() => true);
  }

  /**
   * Returns the id under which this device stores the facts about the session's user. These facts are read before the
   * user is known, so the id contains the log-in and not the user. Another user who logs in never gets these facts.
   */
  private userId(): string {
    return `/user ${this.session()}`;
  }

  private idOf(key: string): string {
    return `${JSON.stringify([this.owner?.tenant, this.owner?.user])} ${key}`;
  }

  /** Returns the server's answer, or the last stored answer if the server cannot be reached. */
  async read<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const id = key === "/user" ? this.userId() : this.idOf(key);
    const stored = () => this.database.get<StoredRead>("reads", id);
    return this.patiently(
      async () => {
        const value = await ask();
        if (this.isStoring) void this.store(id, value).catch(() => {});
        return value;
      },
      async () => (await stored())?.value as T | undefined,
    );
  }

  /**
   * Returns rows of a query whose rows this device has stored completely (`pack`). Returns undefined if the stored rows
   * may lack some of the requested rows.
   */
  rows<R>(query: Query, r: ListRequest, ask: () => Promise<Page<R>>): Promise<Page<R>> | undefined {
    const pack = this.packs.get(this.idOf(`rows ${nameOf(query)}`));
    if (!pack?.where || !isWithin(r.where ?? [], pack.where)) return undefined;
    const local = async () => {
      const waiting = this.outbox.getState().actions.filter((a) => a.state === "waiting");
      const rows = this.overlays[nameOf(query)]?.(pack.value, waiting) ?? pack.value;
      return selectRows(rows, r) as unknown as Page<R>;
    };
    return this.patiently(ask, local);
  }

  /**
   * Sends a request to the server. Returns the stored value if there is no answer, or if the answer takes longer than
   * `patienceMs`.
   */
  private async patiently<T>(ask: () => Promise<T>, stored: () => Promise<T | undefined>): Promise<T> {
    const { outbox } = this;
    const answer = ask();
    const ms = outbox.getState().isReachable ? patienceMs.usual : patienceMs.unreachable;
    try {
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, ms));
      const first = await Promise.race([answer.then((value) => ({ value })), late]);
      if (first) {
        outbox.noteConnection(true);
        return first.value;
      }
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      outbox.noteConnection(false);
      const value = await stored();
      if (value === undefined) throw error;
      return value;
    }
    answer.catch(() => {});
    const value = await stored();
    if (value === undefined) return answer;
    outbox.noteConnection(false);
    return value;
  }

  private async store(id: string, value: unknown): Promise<void> {
    if ((this.storedAt.get(id) ?? 0) > this.now() - storeEveryMs) return;
    this.storedAt.set(id, this.now());
    if (JSON.stringify(value).length <= longestText)
      await this.database.write("reads", [{ id, at: this.now(), value } as StoredRead]);
  }

  /** Stores all rows of a query that meet the conditions `where`. The query then works without a connection. */
  async pack(query: Query, rows: readonly AnyRow[], where: readonly Condition[]): Promise<void> {
    const pack: StoredRows = { id: this.idOf(`rows ${nameOf(query)}`), at: this.now(), value: rows, where };
    await this.database.write("reads", [pack]);
    this.packs.set(pack.id, pack);
  }

  /**
   * Returns when `pack` last stored the rows of a query, epoch ms. If there are several queries: the earliest of these
   * times.
   */
  packedAt(): number | undefined {
    const times = [...this.packs.values()].map((p) => p.at);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Deletes the oldest stored answers of the user, so that `maxReads` of them remain. */
  async prune(): Promise<void> {
    const all = await this.database.all<StoredRead>("reads", this.idOf("{"));
    const old = all.sort((a, b) => b.at - a.at).slice(maxReads);
    await this.database.write(
      "reads",
      [],
      old.map((r) => r.id),
    );
  }

  private async forget(isOver: (id: string) => boolean): Promise<void> {
    const over = (await this.database.ids("reads")).filter(isOver);
    if (over.length > 0) await this.database.write("reads", [], over);
    for (const id of over) {
      this.packs.delete(id);
      this.storedAt.delete(id);
    }
  }

  perform(kind: string, body: WireBody): Promise<Envelope> {
    return this.outbox.perform(kind, body);
  }

  /** Stores a photo on this device until the action that names its path is sent. */
  async keepPhoto(
    blob: Blob,
    name: string,
    owner: Pick<StoredPhoto, "ownerTable" | "ownerId">,
  ): Promise<string> {
    const photo: StoredPhoto = { ...owner, id: newId(), blob, name, at: this.now() };
    await this.database.write("photos", [photo]);
    return localPathOf(photo.id);
  }

  /** Returns a photo that waits on this device. */
  async photo(path: string): Promise<Blob | undefined> {
    const id = localPhotoOf(path);
    return id === undefined ? undefined : (await this.database.get<StoredPhoto>("photos", id))?.blob;
  }
}
