import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { Client } from "./client.ts";

/** An event of the tenant's event stream. It only says that something changed; the client loads the data itself. */
export interface LiveEvent {
  readonly type: "reading" | "warning" | "notice" | "board" | "session" | "resync";
  /** Affected molds and counters, at most 200. Empty means any. */
  readonly molds?: readonly string[];
  readonly counters?: readonly string[];
}

export type Liveness = "live" | "lost";

/**
 * Follows GET /events for ever: reconnects with exponential backoff (1 to 30 s) and emits `resync` after a gap. It
 * uses fetch, because EventSource cannot send the token's header. Returns the function that stops it.
 */
export function followEvents(
  client: Pick<Client, "tokens" | "baseUrl">,
  onEvent: (e: LiveEvent) => void,
  onLiveness: (l: Liveness) => void = () => {},
): () => void {
  const stop = new AbortController();
  void (async () => {
    let pause = 1000;
    let before = false;
    while (!stop.signal.aborted) {
      try {
        const response = await fetch(`${client.baseUrl}/events`, {
          headers: { [tokenHeader]: client.tokens.get() ?? "", Accept: "text/event-stream" },
          signal: stop.signal,
        });
        if (response.ok && response.body && response.headers.get("content-type")?.includes("event-stream")) {
          onLiveness("live");
          if (before) onEvent({ type: "resync" });
          before = true;
          pause = 1000;
          await readStream(response.body, onEvent);
        }
      } catch {
        // network failure or cut stream: reconnect after the delay below
      }
      if (stop.signal.aborted) return;
      onLiveness("lost");
      await new Promise((r) => setTimeout(r, pause));
      pause = Math.min(pause * 2, 30_000);
    }
  })();
  return () => stop.abort();
}

async function readStream(body: ReadableStream<Uint8Array>, onEvent: (e: LiveEvent) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    for (let at = rest.indexOf("\n\n"); at >= 0; at = rest.indexOf("\n\n")) {
      const data = rest
        .slice(0, at)
        .split("\n")
        .filter((l) => l.startsWith("data:"))
        .map((l) => l.slice(5).trim())
        .join("\n");
      rest = rest.slice(at + 2);
      if (data) onEvent(JSON.parse(data) as LiveEvent);
    }
  }
}
