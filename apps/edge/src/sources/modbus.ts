import { connect, type Socket } from "node:net";
import modbus from "jsmodbus";
import { readTimeoutMs } from "../limits.ts";
import type { Reading, SourceConfig } from "../types.ts";
import type { Reader } from "./source.ts";

const defaultPort = 502;

/** Splits "host:port". An IPv6 address is in brackets. */
export function hostAndPort(address: string, fallback: number): { host: string; port: number } {
  const [, v6, name, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(address) ?? [];
  return { host: v6 ?? name ?? address, port: port === undefined ? fallback : Number(port) };
}

/** Returns the count from one register, or from two registers that hold its high and its low half. */
export function countOf(words: readonly number[], order: SourceConfig["wordOrder"]): number {
  const [first = 0, second] = words;
  if (second === undefined) return first;
  return order === "lowFirst" ? second * 65_536 + first : first * 65_536 + second;
}

/**
 * Latest read of each controller, by address, until the read has ended. Reads of one controller run one after the
 * other, because many controllers accept few connections.
 */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => {});
  turns.set(key, settled);
  void settled.then(() => turns.get(key) === settled && turns.delete(key));
  return mine;
}

/**
 * Returns a reader that opens a connection for each read and closes it afterwards. This keeps a controller with few
 * connections reachable for other programs.
 */
export function modbusReader(config: SourceConfig): Reader {
  const { sourceId, address, modbusUnit, modbusTable, modbusRegister, wordOrder, countWidth } = config;
  const { host, port } = hostAndPort(address, defaultPort);
  const size = countWidth === 32 ? 2 : 1;
  const readOnce = async (signal: AbortSignal): Promise<readonly Reading[]> => {
    signal.throwIfAborted();
    const socket = connect({ host, port });
    const end = () => socket.destroy();
    signal.addEventListener("abort", end, { once: true });
    try {
      // Creates the client before the connection exists, because the client waits for the socket's connect event.
      const client = new modbus.client.TCP(socket, modbusUnit ?? 1, readTimeoutMs);
      await connected(socket);
      const from = modbusRegister ?? 0;
      const answer =
        modbusTable === "input"
          ? await client.readInputRegisters(from, size)
          : await client.readHoldingRegisters(from, size);
      const words = [...answer.response.body.valuesAsArray];
      if (words.length !== size) throw new Error(`${words.length} registers instead of ${size}`);
      return [{ device: sourceId, count: countOf(words, wordOrder), at: Date.now() }];
    } catch (cause) {
      throw cause instanceof Error ? cause : new Error(modbusText(cause));
    } finally {
      signal.removeEventListener("abort", end);
      socket.destroy();
    }
  };
  return { read: (signal) => inTurn(`${host} ${port}`, () => readOnce(signal)), close: async () => {} };
}

/** Returns the text of a library error, which is no Error but an object with `err` and `message`. */
function modbusText(cause: unknown): string {
  const { err, message } = (cause ?? {}) as { err?: unknown; message?: unknown };
  return `Modbus: ${String(err ?? "error")} ${String(message ?? "")}`.trim();
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection was closed")));
  });
}
