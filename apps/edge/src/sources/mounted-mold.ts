import { SourceFile } from "./source-file.ts";

/** Count of the mold on a machine, with the mold that the machine names at the same read. */
interface NamedCount {
  /** Undefined: the machine names no mold. */
  readonly mold: string | undefined;
  readonly count: number;
  /** Time by the clock of this computer, epoch ms. */
  readonly at: number;
}

interface Count {
  readonly count: number;
  readonly at: number;
}

/** Last count that was read, of whichever mold, and the mold to which it belongs. */
interface Mounted extends Count {
  readonly mold: string;
  /** True: the count has jumped, so it belongs to another mold, which is not known yet. */
  readonly isGone: boolean;
  /** Last count of each mold, by its name. */
  readonly lasts: readonly (readonly [mold: string, last: Count])[];
}

/** Shortest cycle of an injection molding machine, ms. */
const shortestCycleMs = 1000;
/** Maximum delay between a shot and its count, ms. Servers refresh counts late, and answers take time. */
const maxDelayMs = 30_000;
/** Age at which a changed count is stored again, ms. After a restart, an older count only allows more shots. */
const storeAgainMs = 60_000;

/** Returns whether one mold can have both counts. `ms`: time in which it makes shots, by default between the counts. */
function isContinued(before: Count, after: Count, ms = Math.abs(after.at - before.at)): boolean {
  const shots = after.count - before.count;
  return shots >= 0 && shots <= (ms + maxDelayMs) / shortestCycleMs;
}

/**
 * Decides to which mold the count of a machine belongs. The name comes from the machine's job on some servers, so name
 * and count may change minutes apart, in either order.
 * - While the count goes on, it belongs to the same mold, even if the machine names another one.
 * - After a jump of the count, it belongs to the next mold with another name that makes a shot. Until the shot, it may
 *   be a placeholder, such as 0 while no mold is on the machine. The mold's own last count must allow the new one.
 * - If the count jumps back to where the mold has left, the mold is on the machine again.
 */
function afterRead(known: Mounted | undefined, before: NamedCount | undefined, read: NamedCount) {
  const { mold, count, at } = read;
  const isNamedTwice = mold !== undefined && before?.mold === mold && isContinued(before, read);
  const withMold = (name: string): Mounted => {
    const others = known?.lasts.filter(([other]) => other !== name) ?? [];
    return { mold: name, isGone: false, count, at, lasts: [...others, [name, { count, at }]] };
  };
  const lastOf = (name: string) => known?.lasts.find(([other]) => other === name)?.[1];
  if (!known) return isNamedTwice ? withMold(mold) : undefined;
  const goesOn = isContinued(known, read);
  const left = lastOf(known.mold);
  // Twice the time: before the jump and before the jump back.
  const isBack = known.isGone && !goesOn && left && isContinued(left, read, 2 * Math.abs(at - known.at));
  if (isBack || (!known.isGone && goesOn)) return withMold(known.mold);
  if (known.isGone && isNamedTwice && count > known.count && mold !== known.mold) {
    const last = lastOf(mold);
    if (!last || isContinued(last, read)) return withMold(mold);
  }
  return { ...known, isGone: true, count, at };
}

/** Molds on the machines of a source, by the device ids of their counters. They are stored on disk. */
export class MountedMolds {
  private readonly file: SourceFile<Readonly<Record<string, Mounted>>>;
  private readonly known: Map<string, Mounted>;
  private readonly before = new Map<string, NamedCount>();
  private stored: ReadonlyMap<string, Mounted>;

  constructor(dir: string, sourceId: string) {
    this.file = new SourceFile(dir, "molds", sourceId);
    this.known = new Map(Object.entries(this.file.read() ?? {}));
    this.stored = new Map(this.known);
  }

  /**
   * Takes the count of a read. Returns the count of the previous read if this read confirms its mold, undefined
   * otherwise. Counts are cumulative, so a count that is left out loses no shot.
   */
  confirm(id: string, read: NamedCount): (NamedCount & { readonly mold: string }) | undefined {
    const known = this.known.get(id);
    const before = this.before.get(id);
    const next = afterRead(known, before, read);
    this.before.set(id, read);
    if (next) this.known.set(id, next);
    if (!next || next.isGone || next.mold !== read.mold || before?.mold !== next.mold) return undefined;
    if (!isContinued(before, read)) return undefined;
    return { ...before, mold: next.mold };
  }

  /** Stores the molds if one has changed, and their counts from time to time. */
  async store(): Promise<void> {
    const isDue = [...this.known].some(([id, { mold, isGone, count, at }]) => {
      const stored = this.stored.get(id);
      if (stored?.mold !== mold || stored.isGone !== isGone) return true;
      return stored.count !== count && Math.abs(at - stored.at) >= storeAgainMs;
    });
    if (!isDue) return;
    const known = new Map(this.known);
    await this.file.write(Object.fromEntries(known));
    this.stored = known;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
