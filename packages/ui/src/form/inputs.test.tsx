import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { pending, refusal, sampleClient } from "../gallery/index.ts";
import {
  FieldTypes,
  InvalidValues,
  LockedFields,
  MissingValues,
  PhotosFull,
  PhotosNone,
  PhotosSome,
  ReferenceChosen,
  ReferenceEmpty,
  ReferenceFailed,
  ReferenceLoading,
  ReferenceNotAllowed,
  ReferenceReset,
  ReferenceScanned,
} from "./form.gallery.tsx";

const select = () => page.getByRole("combobox");
/** Returns an option of the open list. antd draws the list outside the form. */
const option = (text: string) => page.getByTitle(text, { exact: true });
const list = () => document.querySelector(".ant-select-dropdown");

describe("fields", () => {
  // spec: admin 5.1, 5.2
  it("show the message of their type for a missing value", async () => {
    await render(<MissingValues />);
    for (const text of ["Please enter: Mold no.", "Please select: Valid", "Please select: Level"])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByText(/Remark$/)).toBeVisible();
    expect(page.getByText("Please enter: Remark").elements()).toHaveLength(0);
  });

  it("show what is wrong with an invalid value", async () => {
    await render(<InvalidValues />);
    for (const text of [
      "The input looks like a malicious script",
      "At most 200 characters",
      "Must be at least 1",
    ])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  });

  it("accept days and times that are typed in other usual formats", async () => {
    await render(<FieldTypes />);
    for (const [label, typed, shown] of [
      ["Start time", "2026-05-18 08:30", "2026-05-18 08:30:00"],
      ["Handover date", "2026/5/8", "2026-05-08"],
    ] as const) {
      const box = page.getByLabelText(label);
      await box.fill(typed);
      await userEvent.keyboard("{Enter}");
      await expect.element(box).toHaveValue(shown);
    }
  });

  it("can all be locked", async () => {
    await render(<LockedFields />);
    await expect.element(page.getByLabelText("Mold no.")).toBeDisabled();
    const inputs = [...document.querySelectorAll<HTMLInputElement>("form input, form textarea")];
    expect(inputs.length).toBeGreaterThan(7);
    expect(inputs.filter((i) => !i.disabled)).toEqual([]);
  });
});

describe("ReferenceSelect", () => {
  it("offers rows and passes the value of the chosen one", async () => {
    const onChange = vi.fn();
    await render(<ReferenceEmpty onChange={onChange} />);
    await select().click();
    await option("Ningbo plant").click();
    expect(onChange).toHaveBeenCalledWith("P1");
    await expect
      .poll(() => document.querySelector(".ant-select-content")?.textContent)
      .toContain("Ningbo plant");
  });

  it("says that the list has only the first rows, until the typed text finds all", async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({
      orgId: `P${n}`,
      orgName: n < 60 ? `Suzhou plant ${n}` : `Ningbo plant ${n}`,
      type: "plant",
      enabled: true,
    }));
    await render(<ReferenceEmpty client={sampleClient({ "SYS105.Q01": rows })} />);
    await select().click();
    const note = page.getByText("Only the first 50 are listed. Type to find others.");
    await expect.element(note).toBeVisible();
    await select().fill("Suzhou");
    await expect.element(option("Suzhou plant 7")).toBeVisible();
    await expect.element(note).toBeVisible();
    await select().fill("Ningbo plant 119");
    await expect.element(option("Ningbo plant 119")).toBeVisible();
    await expect.poll(() => note.elements()).toEqual([]);
  });

  it("opens a list that is wide enough for names, also under a narrow field", async () => {
    await render(<ReferenceEmpty />);
    await select().click();
    await expect.poll(() => list()?.getBoundingClientRect().width).toBeGreaterThanOrEqual(320);
  });

  it("shows why a row cannot be chosen", async () => {
    const onChange = vi.fn();
    await render(<ReferenceEmpty onChange={onChange} />);
    await select().click();
    await expect.poll(() => list()?.textContent).toContain("Closed since March");
    expect(
      option("Taizhou plant").element().closest("[aria-disabled=true],.ant-select-item-option-disabled"),
    ).not.toBeNull();
  });

  it("shows a typed text that was left without a choice, until a row is chosen", async () => {
    await render(<ReferenceEmpty />);
    const field = () => document.querySelector(".ant-select");
    await select().fill("Suz");
    await expect.element(option("Suzhou plant")).toBeVisible();
    await userEvent.tab();
    await expect.poll(() => field()?.textContent).toContain("“Suz” was not chosen from the list");
    expect(field()?.className).toContain("ant-select-status-error");
    await select().fill("Suz");
    await option("Suzhou plant").click();
    await expect.poll(() => field()?.textContent).toContain("Suzhou plant");
    expect(field()?.className).not.toContain("ant-select-status-error");
  });

  it("searches at the server, by value and by label", async () => {
    const client = sampleClient();
    await render(<ReferenceEmpty client={client} />);
    await select().fill("Suzhou");
    await expect.element(option("Suzhou plant")).toBeVisible();
    await expect.poll(() => option("Ningbo plant").elements()).toHaveLength(0);
    const searched = client.requests("SYS105.Q01").flatMap((r) => r.where);
    expect(searched).toContainEqual({ field: "orgId", operator: "LIKE", value: "Suzhou" });
    expect(searched).toContainEqual({ field: "orgName", operator: "LIKE", value: "Suzhou" });
    await select().fill("P3");
    await expect.element(option("Taizhou plant")).toBeVisible();
  });

  it("chooses the row with exactly the text that a scanner types, not the first of an earlier list", async () => {
    const rows = ["P1", "P10", "P2"].map((orgId) => ({ orgId, orgName: `${orgId} plant`, enabled: true }));
    const late = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return rows;
    };
    const onChange = vi.fn();
    await render(<ReferenceEmpty client={sampleClient({ "SYS105.Q01": late })} onChange={onChange} />);
    await select().click();
    await expect.element(option("P10 plant")).toBeVisible();
    await userEvent.keyboard("P2{Enter}");
    await expect.poll(() => onChange.mock.calls).toEqual([["P2"]]);
    await select().click();
    await userEvent.keyboard("P{Enter}");
    await expect.element(option("P10 plant")).toBeVisible();
    expect(onChange).toHaveBeenCalledTimes(1);
    // Scans again: the second scan replaces the text of the first scan, which was not found.
    await userEvent.keyboard("P10{Enter}");
    await expect.poll(() => onChange.mock.calls).toEqual([["P2"], ["P10"]]);
  });

  it("chooses the row of a scanned code, by value or by label", async () => {
    const onChange = vi.fn();
    const shown = await render(<ReferenceScanned onChange={onChange} />);
    await expect.poll(() => onChange.mock.calls).toEqual([["P2"]]);
    await shown.unmount();
    await render(<ReferenceScanned code="Ningbo plant" onChange={onChange} />);
    await expect.poll(() => onChange.mock.calls).toEqual([["P2"], ["P1"]]);
  });

  it("does not choose a similar row if the scanned one is refused, also if the rows have arrived", async () => {
    const rows = [
      { orgId: "P1", orgName: "One plant", enabled: false },
      { orgId: "P10", orgName: "Ten plant", enabled: true },
    ];
    const onChange = vi.fn();
    await render(<ReferenceEmpty client={sampleClient({ "SYS105.Q01": rows })} onChange={onChange} />);
    await select().click();
    await userEvent.keyboard("P1");
    await expect.element(option("Ten plant")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => list()?.textContent).toContain("Closed since March");
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.poll(() => onChange.mock.calls).toEqual([["P10"]]);
  });

  it("does not choose a scanned row that is refused, and shows why", async () => {
    const onChange = vi.fn();
    await render(<ReferenceScanned code="P3" onChange={onChange} />);
    await expect.poll(() => list()?.textContent).toContain("Closed since March");
    expect(onChange).not.toHaveBeenCalled();
  });

  it("shows the label of a stored value", async () => {
    await render(<ReferenceChosen />);
    await expect
      .poll(() => document.querySelector(".ant-select-content")?.textContent)
      .toContain("Suzhou plant");
  });

  it("shows no value after the page has taken the value away", async () => {
    await render(<ReferenceReset />);
    const shown = () => document.querySelector(".ant-select-content")?.textContent;
    await expect.poll(shown).toContain("Suzhou plant");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(shown).not.toContain("Suzhou plant");
  });

  it("shows loading, failure and refusal differently from an empty list", async () => {
    const loading = await render(<ReferenceLoading />);
    await select().click();
    await expect.poll(() => list()?.textContent).toContain("Loading");
    await loading.unmount();
    const failed = await render(<ReferenceFailed />);
    await select().click();
    await expect
      .poll(() => list()?.textContent, { timeout: 10_000 })
      .toContain("The server cannot be reached");
    await failed.unmount();
    await render(<ReferenceNotAllowed />);
    await select().click();
    await expect.poll(() => list()?.textContent).toContain("You have no permission");
  });
});

describe("PhotosInput", () => {
  const photo = () => new File(["x"], "mold.png", { type: "image/png" });
  const fileInput = () => document.querySelector("input[type=file]");
  const upload = async () => {
    await expect.poll(fileInput).not.toBeNull();
    await userEvent.upload(page.elementLocator(fileInput() ?? document.body), [photo()]);
  };

  it("uploads photos and shows them", async () => {
    const client = sampleClient({
      "/UploadFiles": () => [{ filePath: "/files/new" }],
      "/files/new": () => new Blob(),
    });
    await render(<PhotosNone client={client} />);
    await upload();
    await expect.element(page.getByRole("button", { name: "Remove photo 1" })).toBeVisible();
    expect(client.requests("/UploadFiles")[0]).toMatchObject({ ownerTable: "MB_SAMPLE", ownerId: "M-0001" });
  });

  it("removes a photo", async () => {
    await render(<PhotosSome />);
    await page.getByRole("button", { name: "Remove photo 1" }).click();
    await expect.element(page.getByRole("button", { name: "Remove photo 1" })).toBeVisible();
    expect(page.getByRole("button", { name: /Remove photo/ }).elements()).toHaveLength(1);
  });

  it("leaves out a photo that was removed while another was uploaded", async () => {
    let finish = (_: unknown) => {};
    const client = sampleClient({
      "/UploadFiles": () => new Promise((resolve) => (finish = resolve)),
      ...Object.fromEntries(["a", "b", "new"].map((id) => [`/files/${id}`, () => new Blob()])),
    });
    await render(<PhotosSome client={client} />);
    await upload();
    await expect.poll(() => client.requests("/UploadFiles")).toHaveLength(1);
    await page.getByRole("button", { name: "Remove photo 1" }).click();
    finish([{ filePath: "/files/new" }]);
    await expect.element(page.getByRole("button", { name: "Remove photo 2" })).toBeVisible();
    expect(page.getByRole("button", { name: /Remove photo/ }).elements()).toHaveLength(2);
  });

  it("accepts at most nine photos", async () => {
    await render(<PhotosFull />);
    await expect.element(page.getByRole("button", { name: "Add photos" })).toBeDisabled();
  });

  // spec: shop A7.40
  it("reports a refused upload", async () => {
    const client = sampleClient({ "/UploadFiles": refusal("S0221") });
    await render(<PhotosNone client={client} />);
    await upload();
    await expect.element(page.getByText("This file type is not allowed")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Add photos" })).toBeEnabled();
  });

  it("shows that an upload is running", async () => {
    const client = sampleClient({ "/UploadFiles": pending });
    await render(<PhotosNone client={client} />);
    await upload();
    await expect.poll(() => document.querySelector(".ant-btn-loading")).not.toBeNull();
  });
});
