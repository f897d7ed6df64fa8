import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { Client } from "./client.ts";

/**
 * An event of the server's event stream for the tenant. The event only tells that data has changed. Pages then query
 * the new data.
 */
export interface LiveEvent {
  readonly type: "reading" | "warning" | "notice" | "board" | "session" | "resync";
  /**
   * Numbers of the affected molds (`molds`) and counters (`counters`), at most 200 each. If both are missing, any mold
   * and counter may be affected.
   */
  readonly molds?: readonly string[];
  readonly counters?: readonly string[];
}

export type Liveness = "live" | "lost";

/**
 * Follows the event stream GET /events. Reconnects with exponential back-off (1 to 30 s). Emits `resync` after a gap,
 * because events may have been missed. Uses fetch, because EventSource cannot send the token in a header. Returns a
 * function that closes the stream.
 */
export function followEvents(
  client: Pick<Client, "tokens" | "baseUrl">,
  onEvent: (e: LiveEvent) => void,
  onLiveness: (l: Liveness) => void = () => {},
): () => void {
  const stop = new AbortController();
  void (async () => {
    let pause = 1000;
    let wasLive = false;
    while (!stop.signal.aborted) {
      try {
        const response = await fetch(`${client.baseUrl}/events`, {
          headers: { [tokenHeader]: client.tokens.get() ?? "", Accept: "text/event-stream" },
          signal: stop.signal,
        });
        if (response.ok && response.body && response.headers.get("content-type")?.includes("event-stream")) {
          onLiveness("live");
          if (wasLive) onEvent({ type: "resync" });
          wasLive = true;
          pause = 1000;
          await readStream(response.body, onEvent);
        }
      } catch {
        // Ignores the error: the network is down, or the server has ended the stream. After a pause, the loop connects
        // again.
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
