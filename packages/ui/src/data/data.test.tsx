import { ClientError } from "@shotkeeper/client";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { refusal, sampleClient, sampleCommand, sampleRow, sampleRows } from "../gallery/index.ts";
import {
  AnswerLoadedEarly,
  AnswerOfACommand,
  RemoveMany,
  RowsOfAQuery,
  RowsRefused,
  RowsUnreachable,
} from "./data.gallery.tsx";

it("loads rows, and loads them again after a write of this page and after a live event", async () => {
  let rows = sampleRows(1);
  const client = sampleClient({ "BS101.Q01": () => rows });
  await render(<RowsOfAQuery client={client} />);
  await expect.element(page.getByText("Front bumper 1")).toBeVisible();
  rows = [sampleRow(1)];
  await page.getByRole("button", { name: "Invalidate" }).click();
  await expect.element(page.getByText("Grille 2")).toBeVisible();
  rows = [sampleRow(2)];
  client.emit({ type: "warning" });
  client.emit({ type: "reading" });
  client.emit({ type: "reading" });
  await expect.element(page.getByText("Door panel 3")).toBeVisible();
  expect(client.requests("BS101.Q01")).toHaveLength(3);
});

it("loads again after an interrupted connection, whatever events the component listens to", async () => {
  const client = sampleClient();
  await render(<RowsOfAQuery client={client} />);
  await expect.element(page.getByText("Front bumper 1")).toBeVisible();
  client.emit({ type: "resync" });
  await expect.poll(() => client.requests("BS101.Q01").length, { timeout: 4_000 }).toBe(2);
});

it("does not repeat a refused request", async () => {
  await render(<RowsRefused />);
  await expect.element(page.getByRole("alert")).toHaveTextContent("You have no permission");
});

it("repeats a request twice if the server cannot be reached, then reports the failure", async () => {
  const client = sampleClient({
    "BS101.Q01": () => {
      throw new ClientError("network", "network");
    },
  });
  await render(<RowsUnreachable client={client} />);
  await expect.element(page.getByRole("alert"), { timeout: 8_000 }).toHaveTextContent("cannot be reached");
  expect(client.requests("BS101.Q01")).toHaveLength(3);
});

it("loads the answer of a command", async () => {
  await render(<AnswerOfACommand />);
  await expect.poll(() => document.querySelector(".sk-panel-body")?.textContent).toBe("1");
});

it("uses an answer that was loaded early, and follows live events from then on", async () => {
  const client = sampleClient();
  const asked = () => client.requests(sampleCommand.type).length;
  await render(<AnswerLoadedEarly client={client} />);
  await expect.poll(asked).toBe(1);
  await page.getByRole("button", { name: "Open" }).click();
  expect(document.querySelector(".sk-panel-body")?.textContent).toBe("1");
  expect(asked()).toBe(1);
  client.emit({ type: "reading" });
  await expect.poll(asked, { timeout: 4_000 }).toBe(2);
});

it("deletes rows after a confirmation, and loads again even if the server refuses", async () => {
  const client = sampleClient({ "remove MB_SAMPLE": refusal("S0016") });
  await render(<RemoveMany client={client} />);
  await page.getByRole("button", { name: "Delete 3" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText("Nothing was deleted: zero records affected")).toBeVisible();
  expect(page.getByText("Gone").elements()).toHaveLength(0);
});

it("leads from a refused deletion to the lists that the user may open, with exactly the rows in use", async () => {
  const usages = "BS_MOLD.SAVE_ADDRESS:56,BS_MOLD.ENGINE_ID:1,SYS_USER.ORGANIZATION_ID:3,COUNT_CORRECTION:2";
  const client = sampleClient({ "remove MB_SAMPLE": refusal(`S0233^${usages}`) });
  await render(<RemoveMany client={client} />);
  await page.getByRole("button", { name: "Delete 3" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const refused = page.getByRole("dialog").filter({ hasText: "used by" });
  await expect.element(refused).toHaveTextContent("Molds 57, Users 3, Count corrections 2");
  const links = refused.getByRole("link").elements() as HTMLAnchorElement[];
  expect(links.map((a) => [a.textContent, a.dataset.rows])).toEqual([
    ["Molds (Injection plant): 56", "56"],
    ["Molds (OEM): 1", "1"],
  ]);
  const address = decodeURIComponent(links[0]?.getAttribute("href") ?? "");
  expect(address).toMatch(/^#\/basic\/mold\?records=all&filter=plantId~IN~.*M-0001.*M-0002.*M-0003/);
});
