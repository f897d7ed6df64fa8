import { ClientError } from "@shotkeeper/client";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { refusal, sampleClient, sampleRow } from "../gallery/index.ts";
import { CopiedRecord, ExistingRecord, NewRecord } from "./form.gallery.tsx";

const save = () => page.getByRole("button", { name: "Save" }).click();
const field = (label: string) => page.getByLabelText(label, { exact: true });
const drawer = () => page.getByRole("dialog");
/** Returns the text of the form item with this label: label, hint and error. */
const itemOf = (label: string) => field(label).element().closest(".ant-form-item")?.textContent;

describe("a new record", () => {
  it("marks missing required fields and sends nothing", async () => {
    const client = sampleClient();
    await render(<NewRecord client={client} />);
    await save();
    await expect.element(page.getByText("Please enter: Mold no.")).toBeVisible();
    await expect.element(page.getByText("Please enter: Mold name")).toBeVisible();
    expect(client.requests("insert MB_SAMPLE")).toEqual([]);
  });

  it("refuses values that the server would refuse", async () => {
    const client = sampleClient();
    await render(<NewRecord client={client} />);
    await field("Mold no.").fill("<b>M-1");
    await field("Cavities").fill("99");
    await field("Expected cycle time").fill("0.2");
    await save();
    await expect.element(page.getByText("The input looks like a malicious script")).toBeVisible();
    await expect.element(page.getByText("Must be at most 64")).toBeVisible();
    await expect.element(page.getByText("Must be at least 1", { exact: true })).toBeVisible();
    expect(client.requests("insert MB_SAMPLE")).toEqual([]);
  });

  it("refuses 2.5 of a whole number, and does not round it", async () => {
    const client = sampleClient();
    await render(<NewRecord client={client} />);
    await field("Mold no.").fill("M-1");
    await field("Mold name").fill("Bracket");
    await field("Cavities").fill("2.5");
    await save();
    await expect.poll(() => itemOf("Cavities")).toContain("right form");
    await expect.element(field("Cavities")).toHaveValue("2.5");
    expect(client.requests("insert MB_SAMPLE")).toEqual([]);
  });

  it("is sent with all fields in their declared types, and the form closes", async () => {
    const client = sampleClient();
    const onSaved = vi.fn();
    const onClose = vi.fn();
    await render(<NewRecord client={client} onSaved={onSaved} onClose={onClose} />);
    await field("Mold no.").fill(" M-9 ");
    await field("Mold name").fill("Bracket");
    await field("Cavities").fill("4");
    await page.getByRole("radio", { name: "No" }).click();
    await field("Handover date").fill("2026-03-07");
    await userEvent.keyboard("{Enter}");
    await save();
    await expect.poll(() => client.requests("insert MB_SAMPLE")).toHaveLength(1);
    expect(client.requests("insert MB_SAMPLE")[0]).toEqual({
      rows: [
        {
          moldNo: "M-9",
          moldName: "Bracket",
          moldAge: 0,
          plantId: null,
          cavities: 4,
          standardCycle: null,
          isValid: false,
          handoverDate: "2026-03-07",
          startTime: null,
          remark: null,
        },
      ],
    });
    await expect.element(page.getByText("Added")).toBeVisible();
    expect(onSaved).toHaveBeenCalledWith({ moldNo: "M-9" });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it("is sent by Enter in a text field, not by Enter in a date", async () => {
    const client = sampleClient();
    await render(<NewRecord client={client} />);
    await field("Handover date").fill("2026-03-07");
    await userEvent.keyboard("{Enter}");
    await expect.element(field("Handover date")).toHaveValue("2026-03-07");
    await expect.element(page.getByText("Please enter: Mold no.")).not.toBeInTheDocument();
    await field("Mold no.").fill("M-9");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Please enter: Mold name")).toBeVisible();
  });

  it("may be a copy with all values except the key", async () => {
    const client = sampleClient();
    await render(<CopiedRecord client={client} />);
    await expect.element(field("Mold no.")).toHaveValue("");
    await expect.element(field("Mold name")).toHaveValue("Grille 2");
    await field("Mold no.").fill("M-9");
    await save();
    await expect.poll(() => client.requests("insert MB_SAMPLE")).toHaveLength(1);
    const [{ rows } = { rows: [] }] = client.requests("insert MB_SAMPLE") as [{ rows: object[] }];
    expect(rows[0]).toMatchObject({ moldNo: "M-9", moldName: "Grille 2", cavities: 2, isValid: true });
  });
});

describe("an existing record", () => {
  it("has a locked key, and sends only changed fields with the UPDATED_DATE that was read", async () => {
    const client = sampleClient();
    await render(<ExistingRecord client={client} />);
    await expect.element(field("Mold no.")).toBeDisabled();
    await field("Mold name").fill("Grille, left");
    await save();
    await expect
      .poll(() => client.requests("update MB_SAMPLE"))
      .toEqual([
        { rows: [{ moldNo: "M-0002", moldName: "Grille, left", updatedDate: sampleRow(1).updatedDate }] },
      ]);
    await expect.element(page.getByText("Updated", { exact: true })).toBeVisible();
  });

  it("sends nothing when nothing was changed", async () => {
    const client = sampleClient();
    const onClose = vi.fn();
    await render(<ExistingRecord client={client} onClose={onClose} />);
    await save();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(client.requests("update MB_SAMPLE")).toEqual([]);
  });

  it("shows a refusal at the named field and keeps the user's input", async () => {
    const client = sampleClient({ "insert MB_SAMPLE": refusal("S0029^MOLD_NO") });
    await render(<NewRecord client={client} />);
    await field("Mold no.").fill("M-0001");
    await field("Mold name").fill("Bracket");
    await save();
    await expect.poll(() => itemOf("Mold no.")).toContain("The record already exists: Mold no.");
    await expect.element(field("Mold no.")).toHaveFocus();
    await expect.element(field("Mold name")).toHaveValue("Bracket");
  });

  it("shows any other refusal as a message and stays open", async () => {
    const client = sampleClient({ "update MB_SAMPLE": refusal("S0020") });
    await render(<ExistingRecord client={client} />);
    await field("Mold name").fill("Grille, left");
    await save();
    await expect
      .element(page.getByText("You have no permission, or this login device is restricted"))
      .toBeVisible();
    await expect.element(drawer()).toBeVisible();
    await expect.element(field("Mold name")).toHaveValue("Grille, left");
  });
});

describe("a lost update", () => {
  const theirs = {
    ...sampleRow(1),
    moldName: "Grille 2, right",
    cavities: 8,
    updatedBy: "bo.chen",
    updatedDate: "2026-03-20T02:00:00.000+00:00",
  };
  const refuseFirst = () => {
    let count = 0;
    return () => {
      count += 1;
      if (count === 1) throw new ClientError("S0017");
    };
  };

  it("shows the other user's changes, keeps this user's values and saves both", async () => {
    const client = sampleClient({ "update MB_SAMPLE": refuseFirst(), MB_SAMPLE: [theirs] });
    await render(<ExistingRecord client={client} />);
    await field("Mold name").fill("Grille, left");
    await field("Remark").fill("mine");
    await save();
    const dialog = page.getByRole("dialog", { name: "Somebody else changed this record" });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog).toHaveTextContent("bo.chen saved it at 2026-03-20 10:00:00");
    await expect.element(dialog).toHaveTextContent("Grille 2 → Grille 2, right");
    await expect.element(dialog).toHaveTextContent("You entered “Grille, left”, which is kept");
    await expect.element(dialog).toHaveTextContent("2 → 8");
    await dialog.getByRole("button", { name: "Load the latest version" }).click();
    await expect.element(field("Mold name")).toHaveValue("Grille, left");
    await expect.element(field("Cavities")).toHaveValue("8");
    await expect.element(page.getByText(/The latest version is loaded/)).toBeVisible();
    await save();
    await expect.poll(() => client.requests("update MB_SAMPLE")).toHaveLength(2);
    expect(client.requests("update MB_SAMPLE")[1]).toEqual({
      rows: [{ moldNo: "M-0002", moldName: "Grille, left", remark: "mine", updatedDate: theirs.updatedDate }],
    });
  });

  it("reports that the record was deleted", async () => {
    const client = sampleClient({ "update MB_SAMPLE": refusal("S0213"), MB_SAMPLE: [] });
    await render(<ExistingRecord client={client} />);
    await field("Mold name").fill("Grille, left");
    await save();
    await expect.element(page.getByText("This record has been deleted")).toBeVisible();
  });
});

describe("closing the form", () => {
  it("asks before unsaved input is lost", async () => {
    const onClose = vi.fn();
    await render(<NewRecord onClose={onClose} />);
    await field("Mold no.").fill("M-9");
    await drawer().getByRole("button", { name: "Cancel" }).click();
    const question = page.getByRole("dialog", { name: "Please confirm" });
    await expect.element(question).toHaveTextContent("Leave without saving your changes?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.element(field("Mold no.")).toHaveValue("M-9");
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    await page.getByRole("dialog", { name: "Please confirm" }).getByRole("button", { name: "OK" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });

  it("does not ask if there is no unsaved input", async () => {
    const onClose = vi.fn();
    await render(<NewRecord onClose={onClose} />);
    await drawer().getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });
});
