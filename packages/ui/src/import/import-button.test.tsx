import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { sampleClient } from "../gallery/index.ts";
import { Allowed, NotAllowed } from "./import.gallery.tsx";

const head = "Mold no.,Mold name,New or old,Cavities,Valid,Handover date";
const csv = (...lines: string[]) =>
  new File([`\uFEFF${[head, ...lines].join("\r\n")}\r\n`], "molds.csv", { type: "text/csv" });
const dialog = () => page.getByRole("dialog");

async function choose(file: File): Promise<void> {
  await page.getByRole("button", { name: "import Import" }).click();
  await expect.element(dialog()).toBeVisible();
  await userEvent.upload(
    page.elementLocator(document.querySelector(".dgi input[type=file]") ?? document.body),
    file,
  );
}

it("sends rows with wire names, first for a check and then to save them", async () => {
  const client = sampleClient({ rf_ImportSample: () => ({ count: 2, faults: [] }) });
  await render(<Allowed client={client} />);
  await choose(csv("M-1,Bracket,New mold,2,Yes,2026-03-01", "M-2,Cover,1,,No,"));
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect.element(page.getByText("2 rows imported")).toBeVisible();
  await expect.poll(() => dialog().elements()).toHaveLength(0);
  const requests = client.requests("rf_ImportSample");
  expect(requests.map((r) => r.checkOnly)).toEqual([true, false]);
  expect(requests[1]?.rows).toEqual([
    {
      MOLD_NO: "M-1",
      MOLD_NAME: "Bracket",
      MOLD_N_O: 0,
      CAVITIES: 2,
      IS_VALID: "Y",
      HANDOVER_DATE: "2026-03-01",
    },
    { MOLD_NO: "M-2", MOLD_NAME: "Cover", MOLD_N_O: 1, IS_VALID: "N" },
  ]);
});

it("shows each fault that the server found at its row, and does not import that row", async () => {
  const faults = [{ row: 1, field: "MOLD_NO", message: "S0029^MOLD_NO" }];
  const client = sampleClient({ rf_ImportSample: () => ({ count: 0, faults }) });
  await render(<Allowed client={client} />);
  await choose(csv("M-1,Bracket,New mold,2,Yes,", "M-2,Cover,Old mold,2,Yes,"));
  await expect.element(dialog()).toHaveTextContent("The record already exists: Mold no.");
  await expect.element(page.getByRole("button", { name: "Import 2 rows" })).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Import only the good row" })).toBeEnabled();
});

it("recognises titles and choices of other languages and synonyms", async () => {
  const client = sampleClient({ rf_ImportSample: () => ({ count: 1, faults: [] }) });
  await render(<Allowed client={client} />);
  const text = "模号,模具名称,新旧模,穴数\nM-1,Bracket,旧模,2\n";
  await choose(new File([text], "molds.csv", { type: "text/csv" }));
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect.poll(() => client.requests("rf_ImportSample")).toHaveLength(2);
  expect(client.requests("rf_ImportSample")[1]?.rows).toEqual([
    { MOLD_NO: "M-1", MOLD_NAME: "Bracket", MOLD_N_O: 1, CAVITIES: 2 },
  ]);
});

it("sends times as instants of the shown zone", async () => {
  const client = sampleClient({ rf_ImportSample: () => ({ count: 1, faults: [] }) });
  await render(<Allowed client={client} />);
  const text = "MOLD_NO,MOLD_NAME,MOLD_N_O,START_TIME\nM-1,Bracket,1,2026-03-01 08:30\n";
  await choose(new File([text], "molds.csv", { type: "text/csv" }));
  await expect.poll(() => client.requests("rf_ImportSample")).toHaveLength(1);
  expect(client.requests("rf_ImportSample")[0]?.rows).toMatchObject([
    { START_TIME: "2026-03-01T00:30:00.000Z" },
  ]);
});

it("names the row of which a row is a duplicate", async () => {
  const faults = [{ row: 1, field: "MOLD_NO", message: "S0029^MOLD_NO" }];
  const client = sampleClient({ rf_ImportSample: () => ({ count: 0, faults }) });
  await render(<Allowed client={client} />);
  await choose(csv("M-1,Bracket,New mold,2,Yes,", "M-1,Cover,Old mold,2,Yes,"));
  await expect.element(dialog()).toHaveTextContent("(same as row 2)");
});

it("reports a missing value with the same message as forms", async () => {
  const faults = [{ row: 0, field: "MOLD_NAME", message: "S0007^MOLD_NAME" }];
  const client = sampleClient({ rf_ImportSample: () => ({ count: 0, faults }) });
  await render(<Allowed client={client} />);
  await choose(csv("M-1,x,New mold,2,Yes,"));
  await expect.element(dialog()).toHaveTextContent("Please enter: Mold name");
});

it("is not offered without the right to add", async () => {
  await render(<NotAllowed />);
  await expect.element(page.getByText("No right to import")).toBeVisible();
});
