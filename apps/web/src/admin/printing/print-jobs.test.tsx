import { labelAccess } from "@shotkeeper/contract/carrier";
import { defaultAddress, type LabelState, type ServiceJob } from "@shotkeeper/label-print";
import { loadLocale, localeCodes } from "@shotkeeper/locales";
import { defaultTheme, useLocaleCode, useTheme } from "@shotkeeper/ui/app";
import { Stage, sampleClient } from "@shotkeeper/ui/gallery";
import { serverNow } from "@shotkeeper/ui/time";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { usePrintChoice } from "./print-choice.ts";
import { PrintJobs } from "./print-jobs.tsx";
import { usePrintJournal } from "./print-journal.ts";

const { printing: words } = await loadLocale("en");
const t = words.jobs;

/** Jobs of the simulated print service. Undefined: the service does not answer. */
let atService: readonly ServiceJob[] | undefined = [];
/** Recorded requests that change jobs at the print service. */
const changes: string[] = [];

beforeEach(() => {
  atService = [];
  changes.length = 0;
  usePrintChoice.setState(usePrintChoice.getInitialState());
  usePrintChoice.setState(({ choices }) => ({
    token: "t",
    choices: { ...choices, waybill: { way: "service", printers: { service: "Zebra" } } },
  }));
  const plain = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    if (!String(input).startsWith(defaultAddress)) return plain(input, init);
    if (!atService) throw new TypeError("no connection");
    const path = String(input).slice(defaultAddress.length);
    if (init.method === "POST") changes.push(path);
    return Response.json(path === "/jobs" ? { jobs: atService } : {});
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  usePrintJournal.setState({ jobs: [] });
  usePrintChoice.setState(usePrintChoice.getInitialState());
  await page.viewport(1280, 800);
});

const parcel = (waybill: string, state: LabelState) => ({
  waybill,
  receiver: "佛山市顺德区精密模具有限公司 张三丰",
  phone: "138",
  place: "",
  orderNos: ["SO2611280001", "SO2611280002"],
  state,
});

/** Stores a job of this browser with a label in each state. */
function store(): void {
  const states = ["waiting", "sent", "printed", "failed", "unsure"] as const;
  const parcels = states.map((state, i) => parcel(`SF100000000000${i + 1}`, state));
  const job = { id: "a", at: serverNow(), way: "service", printer: "Zebra", size: "150", paper: "" } as const;
  usePrintJournal.setState({ jobs: [{ ...job, parcels }] });
  atService = [
    found("a/4+1/1", ["SF1000000000005"], "unsure"),
    found("a/3+1/1", ["SF1000000000004"], "failed"),
    found("a/2+1/1", ["SF1000000000003"], "done"),
    found("a/1+1/1", ["SF1000000000002"], "printing"),
  ];
}

const found = (key: string, labels: readonly string[], state: ServiceJob["state"]): ServiceJob => ({
  id: key.replaceAll("/", "-"),
  at: new Date(serverNow()).toISOString(),
  printer: "Zebra",
  jobName: "waybills",
  key,
  labels,
  state,
});

async function show() {
  const client = sampleClient({ [labelAccess.type]: () => ({}) });
  await render(
    <Stage client={client}>
      <PrintJobs onClose={() => {}} />
    </Stage>,
  );
  return client;
}
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe("the print jobs", () => {
  it("cancel, reprint and settle labels at the print service", async () => {
    store();
    await show();
    await button(words.cancelPrinting).click();
    await expect.poll(() => changes).toEqual(["/jobs/a-1+1-1/cancel"]);
    await button(words.printAgain).click();
    await expect.poll(() => changes.at(-1)).toBe("/jobs/a-4+1-1/reprint");
    await button(words.onPaper).click();
    await expect.poll(() => changes.at(-1)).toBe("/jobs/a-4+1-1/settle");
  });

  it("print the rest in the size and on the paper of the job, whatever is chosen now", async () => {
    const job = {
      id: "a",
      at: serverNow(),
      way: "plugIn",
      printer: undefined,
      size: "210",
      paper: "A4",
    } as const;
    usePrintJournal.setState({ jobs: [{ ...job, parcels: [parcel("SF1000000000001", "waiting")] }] });
    usePrintChoice.setState({ waybillSize: "150", waybillPaper: "" });
    await show();
    await button(t.rest(1)).click();
    await expect
      .poll(() => usePrintJournal.getState().jobs.map(({ id, size, paper }) => [id === "a", size, paper]))
      .toContainEqual([false, "210", "A4"]);
  });

  it("print nothing of a job of which the print service does not tell what it has", async () => {
    store();
    const client = await show();
    await expect.element(button(t.rest(2))).toBeEnabled();
    atService = undefined;
    await button(t.rest(2)).click();
    await expect.element(page.getByText(words.unreachable)).toBeVisible();
    expect([client.requests(labelAccess.type), changes]).toEqual([[], []]);
  });

  it("leave out labels that the print service has printed meanwhile", async () => {
    store();
    const client = await show();
    await expect.element(button(t.rest(2))).toBeEnabled();
    const rest = button(t.rest(2)).element() as HTMLButtonElement;
    const printed = found("a/0+4/1", ["SF1000000000001", "SF1000000000004"], "done");
    atService = [printed, ...(atService ?? [])];
    // The service has printed two labels meanwhile. Clicks at once, before the dialog's next query shows this.
    rest.click();
    await expect.element(button(t.again(3))).toBeVisible();
    expect(client.requests(labelAccess.type)).toEqual([]);
  });

  it("include a job that a killed browser did not store", async () => {
    atService = [found("lost/0+2/1", ["SF1000000000008", "SF1000000000009"], "done")];
    await show();
    await expect.element(page.getByText(t.lost)).toBeVisible();
    await button(t.again(2)).click();
    await expect.poll(() => changes).toEqual(["/jobs/lost-0+2-1/reprint"]);
  });

  it.each(localeCodes)("fit a phone, light and dark (%s)", async (code) => {
    const locale = await loadLocale(code);
    useLocaleCode.setState({ code });
    await page.viewport(390, 844);
    store();
    atService = [...(atService ?? []), found("lost/0+1/1", ["SF1000000000009"], "done")];
    await show();
    for (const dark of [false, true]) {
      useTheme.setState({ ...defaultTheme, dark });
      await expect.element(page.getByText(locale.printing.jobs.lost)).toBeVisible();
      for (const summary of document.querySelectorAll<HTMLDetailsElement>(".sk-print-job details"))
        summary.open = true;
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      const dialog = document.querySelector(".ant-modal-container");
      expect(dialog?.scrollWidth).toBeLessThanOrEqual(dialog?.clientWidth ?? 0);
      for (const element of document.querySelectorAll(
        ".ant-modal button, .ant-modal td, .ant-modal strong",
      )) {
        const { left, right } = element.getBoundingClientRect();
        expect([left >= 0, right <= 390, element.textContent]).toEqual([true, true, element.textContent]);
      }
    }
  });
});
