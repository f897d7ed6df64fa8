import { setTimeout as sleep } from "node:timers/promises";
import { readTimeoutMs } from "../limits.ts";
import { errorText, type Observe, type Reading, type SourceConfig, type SourceStatus } from "../types.ts";

/** A running source. The gateway gets its counts until the source is stopped. */
export interface Source {
  readonly config: SourceConfig;
  readonly status: SourceStatus;
  readonly stop: () => Promise<void>;
}

/** Reads the counts of one source. The gateway calls `read` at regular times (`poll`). */
export interface Reader {
  /** Reads the counts. Throws if they cannot be read. */
  readonly read: (signal: AbortSignal) => Promise<readonly Reading[]>;
  /** Called after the readings are in the journal. */
  readonly stored?: () => Promise<void> | undefined;
  readonly close: () => Promise<void>;
}

/** Returns a reader that is loaded at its first read, so that a large library is loaded only if a source needs it. */
export function lazyReader(load: () => Promise<Reader>): Reader {
  let reader: Promise<Reader> | undefined;
  return {
    read: async (signal) => {
      reader ??= load();
      return (await reader).read(signal);
    },
    close: async () => (await reader)?.close(),
  };
}

const none = { error: null, readAt: null, count: null, counters: null };

/** Status of a source: the last result of reading it. */
export class Status {
  private value: SourceStatus;

  constructor({ sourceId }: SourceConfig) {
    this.value = { sourceId, state: "failing", ...none };
  }

  get current(): SourceStatus {
    return this.value;
  }

  ok(readings: readonly Reading[], counters = readings.length): void {
    const count = readings[0]?.count ?? this.value.count;
    this.value = { ...this.value, state: "reading", error: null, readAt: Date.now(), count, counters };
  }

  fail(cause: unknown): void {
    this.value = { ...this.value, state: "failing", error: errorText(cause) };
  }
}

/**
 * Returns the readings unchanged. Throws if a count is negative, no integer, or has more bits than the source's counts
 * (`countWidth`).
 */
export function checked(readings: readonly Reading[], { countWidth }: SourceConfig): readonly Reading[] {
  for (const { device, count } of readings) {
    if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${device}: ${count} is no count`);
    if (countWidth !== null && count >= 2 ** countWidth)
      throw new Error(`${device}: ${count} does not fit into ${countWidth} bits`);
  }
  return readings;
}

/** Reads a source at regular times. A failed read is shown in the status, and the next read tries again. */
export function poll(config: SourceConfig, reader: Reader, observe: Observe): Source {
  const status = new Status(config);
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const began = Date.now();
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]);
        const readings = checked(await within(reader.read(limit), limit), config);
        await observe(readings);
        await reader.stored?.();
        status.ok(readings);
      } catch (cause) {
        if (signal.aborted) break;
        status.fail(cause);
      }
      const rest = Math.max(100, began + config.pollSeconds * 1000 - Date.now());
      await sleep(rest, undefined, { signal }).catch(() => {});
    }
    await reader.close().catch(() => {});
  };
  const running = run();
  return {
    config,
    get status() {
      return status.current;
    },
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Returns the result of the work. Rejects as soon as the signal is aborted, even if the work goes on. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("No answer in time")), { once: true });
    work.then(resolve, reject);
  });
}
