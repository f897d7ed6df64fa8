import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Observe, SourceConfig } from "../types.ts";
import { hostAndPort } from "./modbus.ts";
import { checked, type Source, Status } from "./source.ts";

const maxLineLength = 1024;
const firstNumber = /(\d+)/;
const reconnectMs = 5000;

/** Returns the count of a line. Throws if the line has none. */
export function countOfLine(line: string, pattern: RegExp): number {
  const text = pattern.exec(line)?.[1];
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw new Error(`The line has no count: ${line.slice(0, 60)}`);
  return Number(text);
}

/** Splits the text of a connection into lines. Throws if a line without an end is longer than `maxLineLength`. */
class Lines {
  private rest = "";

  take(text: string): string[] {
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = lines.pop() ?? "";
    if (this.rest.length > maxLineLength) throw new Error("The line has no end");
    return lines.filter((line) => line.trim() !== "");
  }
}

/** Listens to the text lines of a device that sends a line at each shot, or from time to time. */
export function tcpSource(config: SourceConfig, observe: Observe): Source {
  const status = new Status(config);
  const stopping = new AbortController();
  const { host, port } = hostAndPort(config.address, 0);
  const pattern = config.linePattern === null ? firstNumber : new RegExp(config.linePattern);
  const listen = async () => {
    const socket = connect({ host, port, signal: stopping.signal });
    socket.setEncoding("latin1");
    // TCP keep-alive: detects a device that vanished without closing the connection.
    socket.setKeepAlive(true, 30_000);
    const lines = new Lines();
    for await (const text of socket as AsyncIterable<string>)
      for (const line of lines.take(text)) {
        try {
          const reading = { device: config.sourceId, count: countOfLine(line, pattern), at: Date.now() };
          await observe(checked([reading], config));
          status.ok([reading]);
        } catch (cause) {
          status.fail(cause);
        }
      }
    throw new Error("The device has closed the connection");
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      await listen().catch((cause) => status.fail(cause));
      await sleep(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
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
