import { readFile } from "node:fs/promises";
import { Connection, type Timeouts } from "./connection.ts";
import { type Condition, dialogues } from "./dialogue.ts";
import type { NetworkList, NetworkPrinter } from "./network-list.ts";
import { NotReady, type PrinterInfo, type Spooler, UnknownOutcome } from "./printer.ts";
import { type Trouble, TroubleError } from "./trouble.ts";

const standard: Timeouts = {
  connect: 3000,
  answer: 1000,
  send: 30_000,
  print: 30_000,
  close: 10_000,
  fresh: 3000,
};

/** Last known state of a printer. */
interface Known {
  readonly at: number;
  /** undefined: the printer answered no status query. */
  readonly condition: Condition | undefined;
  readonly isReachable: boolean;
}

const keyOf = ({ host, port, language }: NetworkPrinter) => `${language} ${host} ${port}`;

/**
 * Spooler of thermal printers in the network, which take ZPL or ESC/POS on a TCP port, usually 9100. A label counts as
 * printed when the printer confirms it. A printer that answers status queries confirms the label by an answer. Any
 * other printer confirms the label by closing the connection: the service ends its sending side, and the printer then
 * closes the connection when it has received everything.
 */
export function networkPrinters(list: NetworkList, timeouts: Timeouts = standard): Spooler {
  const known = new Map<string, Known>();
  /**
   * Printers that are printing now. The service does not query them meanwhile, because many printers accept only one
   * connection.
   */
  const busy = new Set<string>();
  const asking = new Map<string, Promise<Known>>();
  const hasAnswered = ({ name }: NetworkPrinter) => list.get(name)?.answers === true;

  /**
   * Returns the trouble of a printer. If the printer has answered before and does not answer now, this counts as a
   * trouble, because the printer perhaps cannot print.
   */
  const troubleOf = (printer: NetworkPrinter, { condition }: Known): Trouble | undefined =>
    condition ? condition.trouble : hasAnswered(printer) ? "silent" : undefined;

  async function ask(printer: NetworkPrinter): Promise<Known> {
    let connection: Connection | undefined;
    try {
      connection = await Connection.open(printer.host, printer.port, timeouts.connect);
      const condition = await dialogues[printer.language].condition(connection, timeouts.answer);
      if (condition) list.noteAnswer(printer);
      return { at: Date.now(), condition, isReachable: true };
    } catch {
      return { at: Date.now(), condition: undefined, isReachable: connection !== undefined };
    } finally {
      connection?.destroy();
    }
  }

  function stateOf(printer: NetworkPrinter): Promise<Known> {
    const key = keyOf(printer);
    const last = known.get(key);
    if (last && (busy.has(key) || Date.now() - last.at < timeouts.fresh)) return Promise.resolve(last);
    return asking.get(key) ?? askNow(printer);
  }

  function askNow(printer: NetworkPrinter): Promise<Known> {
    const key = keyOf(printer);
    const running = ask(printer).then((state) => {
      known.set(key, state);
      asking.delete(key);
      return state;
    });
    asking.set(key, running);
    return running;
  }

  async function info(printer: NetworkPrinter): Promise<PrinterInfo> {
    const { name, language, dpi, width } = printer;
    const state = await stateOf(printer);
    const trouble = state.isReachable ? troubleOf(printer, state) : "unreachable";
    const isPrinting = busy.has(keyOf(printer));
    return {
      name,
      state: trouble ? "stopped" : isPrinting ? "printing" : "ready",
      ...(trouble && { message: trouble }),
      isDefault: false,
      formats: [language],
      dpi,
      width,
    };
  }

  async function print(printer: NetworkPrinter, label: Buffer, copies: number): Promise<void> {
    // Connects outside of the try block: after a failure to connect, the outcome is known, because nothing was sent
    // yet.
    const connection = await Connection.open(printer.host, printer.port, timeouts.connect);
    try {
      for (let i = 0; i < copies; i++) await connection.write(label, timeouts.send);
      const print = timeouts.print * copies;
      if (hasAnswered(printer)) await dialogues[printer.language].printed(connection, { ...timeouts, print });
      else if (!(await connection.end(timeouts.close)))
        throw new TroubleError(connection.isOver ? "connectionLost" : "notConfirmed");
    } catch (cause) {
      known.delete(keyOf(printer));
      const isTrouble = cause instanceof TroubleError;
      throw new UnknownOutcome(isTrouble ? cause.message : new TroubleError("connectionLost").message);
    } finally {
      connection.destroy();
    }
  }

  return {
    formats: ["zpl", "escpos"],
    // A printer cannot recognize a label that it receives again, so it would print the label twice.
    isRepeatable: false,
    printers: () => Promise.all(list.list().map(info)),
    async printer(name) {
      const printer = list.get(name);
      return printer && info(printer);
    },
    async ready({ printer: name }) {
      const printer = list.get(name);
      if (!printer) return;
      // Waits for a running query and then queries again, because the answer of the running query may be older than the
      // previous label.
      await asking.get(keyOf(printer));
      const state = await askNow(printer);
      // Does not let the job wait for a printer that refuses the connection. `submit` then fails, and the user sees the
      // failure.
      const trouble = state.isReachable && troubleOf(printer, state);
      if (trouble) throw new NotReady(trouble);
    },
    async submit({ printer: name, copies, type }, file) {
      const printer = list.get(name);
      if (!printer) throw new TroubleError("unreachable");
      // Refuses a label in another language. While the job waited, the user may have replaced the printer by another
      // one with the same name.
      if (type !== printer.language) throw new TroubleError("otherLanguage");
      const label = await readFile(file);
      const key = keyOf(printer);
      busy.add(key);
      try {
        await print(printer, label, copies);
      } finally {
        busy.delete(key);
      }
      return "printed";
    },
    progress: async () => ({ state: "done" }),
  };
}
