import { codes, type Envelope } from "@shotkeeper/contract/kernel";
import { ClientError } from "../error.ts";
import { type Action, type ActionRule, inputOf, localPhotos, newId, type WireBody } from "./action.ts";
import { afterFailure, asNew, hasUnsent, isOpen, isSame } from "./action-states.ts";
import { Notifier } from "./notifier.ts";
import type { OutboxState, OutboxStore, Outcome, Owner, Transport } from "./outbox-types.ts";
import { isFailing, isSessionEnd, isTemporary, retryDelay } from "./retry.ts";
import { sendAction } from "./send-action.ts";

const dayMs = 86_400_000;
/** Time for which ended actions stay in the list, ms. */
const historyMs = 7 * dayMs;

/**
 * Queue of a user's writes on this device. An action is stored before it is sent, and stays until the server has
 * answered it. The server applies each action once, whatever the number of attempts. An action that the server refuses
 * stays as a conflict until the user decides.
 */
export class Outbox {
  private actions = new Map<string, Action>();
  private owner: Owner | undefined;
  private readonly underWay = new Set<string>();
  private readonly notifier = new Notifier();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private lastOrder = 0;
  private flags = { isSending: false, isReachable: true, needsSignIn: false };
  /** Cached state. Undefined: something has changed, so the state must be computed again. */
  private state: OutboxState | undefined;

  constructor(
    private readonly store: OutboxStore,
    private readonly transport: Transport,
    private readonly rules: Readonly<Record<string, ActionRule>>,
    /** Called when the server has applied a queued action, so that pages load their data again. */
    private readonly onApplied: () => void = () => {},
  ) {}

  /** Reads the stored actions. Must be called at the start, and when another tab has changed the stored actions. */
  async load(): Promise<void> {
    const all = await this.store.actions();
    this.actions = new Map(all.map((a) => [a.id, a]));
    for (const { order } of all) this.lastOrder = Math.max(this.lastOrder, order);
    const old = all.filter((a) => (a.endedAt ?? Number.MAX_VALUE) < this.transport.now() - historyMs);
    await this.change(
      [],
      old.map((a) => a.id),
    );
  }

  /** Sets the user of the session. Only this user's actions are sent. */
  setOwner(owner: Owner | undefined): void {
    this.owner = owner;
    this.flags.needsSignIn = false;
    this.publish();
  }

  readonly getState = (): OutboxState => {
    this.state ??= this.makeState();
    return this.state;
  };

  readonly subscribe = this.notifier.subscribe;

  /**
   * Stores a write and sends it. Returns the server's answer. Rejects with the server's refusal (then nothing stays
   * stored), or with the failure "queued" if the write is sent later, for example without a connection.
   */
  async perform(kind: string, body: WireBody): Promise<Envelope> {
    const { owner } = this;
    if (!owner) throw new ClientError(codes.noToken);
    const now = this.transport.now();
    const action: Action = {
      ...owner,
      id: newId(),
      format: 1,
      order: this.lastOrder + 1,
      at: now,
      ahead: this.transport.ahead(),
      kind,
      body,
      subject: this.rules[kind]?.subject(inputOf(body)) ?? "",
      state: "waiting",
      attempts: 0,
      round: 0,
    };
    this.lastOrder = action.order;
    const isBehind = [...this.actions.values()].some((a) => this.isMine(a) && isOpen(a) && isSame(a, action));
    try {
      await this.change([action]);
    } catch {
      // Sends the write without storing it, because the device cannot store it, for example with a full disk.
      return this.transport.send(body, action.id, owner);
    }
    if (this.flags.isReachable && !isBehind) {
      const outcome = await this.attempt(action, true);
      if (outcome?.kind === "answered" || outcome?.kind === "refused") {
        // Ignores a failure to delete the stored write. The device then sends the write again and gets the same
        // answer.
        await this.change([], [action.id]).catch(() => {});
        if (outcome.kind !== "answered") throw outcome.error;
        await this.deletePhotos(action).catch(() => {});
        return outcome.envelope;
      }
      if (outcome?.kind === "lost" || outcome?.kind === "ended") this.stop(outcome.error);
      if (outcome?.kind === "failing")
        await this.change([afterFailure(this.actions.get(action.id) ?? action, outcome.error)]);
    }
    if (!this.flags.needsSignIn) this.retryLater();
    throw new ClientError("queued", "queued");
  }

  /** Sends the waiting actions in order. Must be called at the start, on focus, and when the connection returns. */
  async drain(): Promise<void> {
    this.stopTimer();
    if (!this.owner || this.flags.isSending || !this.mine().some((a) => a.state === "waiting")) return;
    this.set({ isSending: true });
    try {
      const isAlone = await this.store.alone(() => this.sendAll());
      if (!isAlone) this.retryLater();
    } catch {
      // The stores of the device failed. Tries again later, because a later attempt may succeed.
      this.retryLater();
    } finally {
      this.set({ isSending: false });
    }
    // Tries again later if actions were added meanwhile, or if the server failed at some actions.
    if (!this.flags.needsSignIn && hasUnsent(this.mine())) this.retryLater();
  }

  /**
   * Records whether another request of the application got an answer. Sends the waiting actions when the connection
   * returns.
   */
  noteConnection(isReachable: boolean): void {
    if (isReachable === this.flags.isReachable) return;
    this.set({ isReachable });
    if (isReachable) void this.drain();
    else this.retryLater();
  }

  private async sendAll(): Promise<void> {
    const { owner } = this;
    if (!owner) return;
    // Reads the stored actions again, because another tab may have sent some of them.
    await this.load();
    try {
      const who = await this.transport.whoAmI();
      if (who.tenant !== owner.tenant || who.user !== owner.user) return this.set({ needsSignIn: true });
    } catch (error) {
      return this.stop(error instanceof ClientError ? error : new ClientError(String(error), "network"));
    }
    this.set({ isReachable: true, needsSignIn: false });
    const held = new Set<string>();
    for (const { id } of this.mine()) {
      const action = this.actions.get(id);
      if (!action || !isOpen(action)) continue;
      const { subject } = action;
      const hold = () => subject !== "" && held.add(subject);
      if (action.state === "conflict" || held.has(subject) || this.underWay.has(id)) {
        hold();
        continue;
      }
      const outcome = await this.attempt(action, false);
      const latest = this.actions.get(id);
      if (!outcome || !latest) continue;
      if (outcome.kind === "lost" || outcome.kind === "ended") return this.stop(outcome.error);
      if (outcome.kind !== "failing") this.failures = 0;
      const isDone = outcome.kind === "answered" && (await this.finish(latest, outcome.envelope));
      if (!isDone) hold();
      if (outcome.kind === "failing") await this.change([afterFailure(latest, outcome.error)]);
      else if (outcome.kind !== "answered") {
        const problem =
          outcome.kind === "refused"
            ? { kind: "refused" as const, msg: outcome.error.message }
            : { kind: outcome.kind };
        await this.change([{ ...latest, state: "conflict", problem }]);
      }
    }
  }

  private stop(error: ClientError): void {
    if (isSessionEnd(error)) this.set({ needsSignIn: true });
    else this.retryLater();
  }

  /** Records that the server has applied an action. Returns false if the user must decide about the server's answer. */
  private async finish(action: Action, envelope: Envelope): Promise<boolean> {
    const answer = (envelope.ReturnData ?? {}) as WireBody;
    const needsUser = this.rules[action.kind]?.needsAttention?.(answer, action) ?? false;
    if (needsUser) await this.change([{ ...action, state: "conflict", problem: { kind: "answer", answer } }]);
    else {
      await this.change([{ ...action, state: "done", endedAt: this.transport.now() }]);
      await this.deletePhotos(action);
    }
    this.onApplied();
    return !needsUser;
  }

  private deletePhotos({ body }: Action): Promise<void> {
    return this.store.deletePhotos(localPhotos(inputOf(body)));
  }

  /** Sends one action. Returns undefined if the action is already being sent. */
  private async attempt(first: Action, isImmediate: boolean): Promise<Outcome | undefined> {
    if (this.underWay.has(first.id)) return undefined;
    this.underWay.add(first.id);
    try {
      return await sendAction(first, {
        store: this.store,
        transport: this.transport,
        rule: this.rules[first.kind],
        save: (action) => this.change([action]),
        isImmediate,
      });
    } catch (error) {
      const failure = error instanceof ClientError ? error : new ClientError(String(error), "network");
      if (isSessionEnd(failure)) return { kind: "ended", error: failure };
      if (isFailing(failure)) return { kind: "failing", error: failure };
      if (!isTemporary(failure)) return { kind: "refused", error: failure };
      this.set({ isReachable: failure.local === undefined });
      return { kind: "lost", error: failure };
    } finally {
      this.underWay.delete(first.id);
    }
  }

  /** Sends a conflicting action again, with another body if the user has edited it. */
  async sendAgain(id: string, body?: WireBody): Promise<void> {
    const action = this.actions.get(id);
    if (!action) return;
    const again = { ...asNew(action), body: body ?? action.body };
    // Gives the action a new id if the server has already applied the action under the old id, or may have forgotten
    // the old id.
    const isNew = action.problem?.kind === "answer" || action.problem?.kind === "old";
    const { sentBefore: _, ...fresh } = again;
    if (isNew) await this.change([{ ...fresh, id: newId() }], [id]);
    else await this.change([again]);
    await this.drain();
  }

  /** Discards an action. The list shows the action and the reason for a week. */
  async discard(id: string, reason: string): Promise<void> {
    const action = this.actions.get(id);
    if (!action) return;
    const { problem: _, ...rest } = action;
    await this.change([{ ...rest, state: "discarded", reason, endedAt: this.transport.now() }]);
    await this.deletePhotos(action);
    await this.drain();
  }

  /** Schedules the next attempt to send the waiting actions, unless an attempt is already scheduled. */
  private retryLater(): void {
    this.timer ??= setTimeout(() => void this.drain(), retryDelay(this.failures++));
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Stops timers. The stored actions stay. */
  close(): void {
    this.stopTimer();
    this.notifier.close();
    this.owner = undefined;
  }

  private isMine({ tenant, user }: Action): boolean {
    return tenant === this.owner?.tenant && user === this.owner.user;
  }

  private mine(): Action[] {
    return [...this.actions.values()].filter((a) => this.isMine(a)).sort((a, b) => a.order - b.order);
  }

  private async change(changed: readonly Action[], deleted: readonly string[] = []): Promise<void> {
    if (changed.length > 0 || deleted.length > 0) await this.store.save(changed, deleted);
    for (const a of changed) this.actions.set(a.id, a);
    for (const id of deleted) this.actions.delete(id);
    this.publish();
  }

  private set(flags: Partial<typeof this.flags>): void {
    this.flags = { ...this.flags, ...flags };
    this.publish();
  }

  private makeState(): OutboxState {
    const others: Record<string, number> = {};
    for (const a of this.actions.values())
      if (isOpen(a) && !this.isMine(a)) others[a.user] = (others[a.user] ?? 0) + 1;
    return { ...this.flags, actions: this.mine(), others };
  }

  private publish(): void {
    this.state = undefined;
    this.notifier.publish();
  }
}
