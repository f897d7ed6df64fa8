import type { PlugIn } from "../drivers/plug-in-protocol.ts";

export interface FakePlugInOptions {
  readonly printers?: readonly string[];
  /** True if the plug-in answers later through On_Return, as C-Lodop does. False if it answers at once. */
  readonly later?: boolean;
  /** Answers to PRINT: the n-th entry answers the n-th call. Default: true. */
  readonly answers?: readonly (boolean | "never")[];
}

export interface FakePlugIn extends PlugIn {
  /** Recorded calls, one list per batch. Each call of PRINT_INITA begins a new batch. */
  readonly batches: (readonly (readonly unknown[])[])[];
  readonly commands: string[];
}

/** Creates a fake of the print plug-in with the plug-in's interface. The fake records all calls. */
export function fakePlugIn(options: FakePlugInOptions = {}): FakePlugIn {
  const { printers = ["Label printer", "Office printer"], later = true, answers = [] } = options;
  const batches: (readonly unknown[])[][] = [];
  const commands: string[] = [];
  let prints = 0;
  let task = 0;
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      if (name === "PRINT_INITA") batches.push([]);
      batches.at(-1)?.push([name, ...args]);
      return true;
    };
  function command(name: string, answer: boolean | "never") {
    commands.push(name);
    const id = `task ${++task}`;
    if (!later) return answer === true;
    // Resets On_Return after one call, as the real plug-in does. So a test notices if the driver does not set it again.
    if (answer !== "never")
      setTimeout(() => {
        const tell = fake.On_Return;
        fake.On_Return = undefined;
        tell?.(id, answer ? 1 : 0);
      }, 0);
    return id;
  }
  const fake: FakePlugIn = {
    ...(later && { CVERSION: "6.6" }),
    On_Return: undefined,
    batches,
    commands,
    PRINT_INITA: note("PRINT_INITA"),
    SET_PRINT_PAGESIZE: note("SET_PRINT_PAGESIZE"),
    SET_PRINT_COPIES: note("SET_PRINT_COPIES"),
    NewPage: note("NewPage"),
    ADD_PRINT_TEXT: note("ADD_PRINT_TEXT"),
    ADD_PRINT_IMAGE: note("ADD_PRINT_IMAGE"),
    ADD_PRINT_BARCODE: note("ADD_PRINT_BARCODE"),
    ADD_PRINT_LINE: note("ADD_PRINT_LINE"),
    ADD_PRINT_RECT: note("ADD_PRINT_RECT"),
    ADD_PRINT_SHAPE: note("ADD_PRINT_SHAPE"),
    SET_PRINT_STYLEA: note("SET_PRINT_STYLEA"),
    SET_PRINTER_INDEX: (printer) => {
      note("SET_PRINTER_INDEX")(printer);
      return typeof printer === "number" ? printer < printers.length : printers.includes(printer);
    },
    GET_PRINTER_COUNT: () => printers.length,
    GET_PRINTER_NAME: (i) => printers[i] ?? "",
    PRINT: () => command("PRINT", answers[prints++] ?? true),
    PREVIEW: () => command("PREVIEW", true),
  };
  return fake;
}
