import { errors } from "@shotkeeper/contract/kernel";

interface Slots {
  running: number;
  /** Calls that wait for a slot, the oldest first. */
  readonly waiting: (() => void)[];
}

export interface SlotLimits {
  /** Number of calls of a tenant that may run at the same time. */
  readonly running: number;
  /** Number of calls of a tenant that may wait. Further calls are refused. */
  readonly waiting: number;
  /** Longest wait of a call, ms. */
  readonly waitMs: number;
}

/** Limits how many costly calls of each tenant run at the same time, so that other tenants are still served. */
export class TenantSlots {
  private readonly tenants = new Map<number, Slots>();

  constructor(private readonly limits: SlotLimits) {}

  /** Runs `work` in a slot of the tenant. Throws tooManyRequests (S0204) if no slot becomes free in time. */
  async run<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
    const release = await this.enter(tenantId);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a slot. Returns a function that frees the slot. */
  async enter(tenantId: number): Promise<() => void> {
    const slots = this.tenants.get(tenantId) ?? { running: 0, waiting: [] };
    this.tenants.set(tenantId, slots);
    if (slots.running >= this.limits.running) await this.wait(slots);
    else slots.running++;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      // Hands the slot over to the next waiting call, so the number of running calls does not change.
      const next = slots.waiting.shift();
      if (next) next();
      else if (--slots.running === 0) this.tenants.delete(tenantId);
    };
  }

  private wait(slots: Slots): Promise<void> {
    const { waiting } = slots;
    if (waiting.length >= this.limits.waiting) throw errors.tooManyRequests(1);
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(errors.tooManyRequests(1));
      }, this.limits.waitMs);
      waiting.push(go);
    });
  }
}
