/** Throttle: all changes within this time cause only one notification, ms. */
const notifyMs = 30;

/** Notifies listeners of changes. Many changes in a row cause only one notification. */
export class Notifier {
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  publish(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const listener of this.listeners) listener();
    }, notifyMs);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
