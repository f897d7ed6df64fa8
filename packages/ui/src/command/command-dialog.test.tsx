import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { pending, refusal, sampleClient } from "../gallery/index.ts";
import { AllInputs, Dangerous, WithoutInputs, WithPreset, WithPreview } from "./command.gallery.tsx";

const dialog = () => page.getByRole("dialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });

it("asks for required inputs and runs nothing", async () => {
  const client = sampleClient();
  await render(<AllInputs client={client} />);
  await button("OK").click();
  for (const text of ["Please enter: Mold no.", "Please select: Level", "Please enter: Reason"])
    await expect.element(page.getByText(text)).toBeVisible();
  expect(client.requests("rf_Sample")).toEqual([]);
});

it("sends preset and typed inputs, shows the outcome and closes", async () => {
  const client = sampleClient();
  await render(<WithPreset client={client} />);
  await expect.element(dialog()).toHaveTextContent("The task appears in the list of daily maintenance.");
  expect(page.getByLabelText("Mold no.").elements()).toHaveLength(0);
  await field("Reason").fill("500 hours");
  await button("Plan").click();
  await expect
    .poll(() => client.requests("rf_Sample"))
    .toEqual([{ moldNo: "M-0001", level: 1, planDate: null, reason: "500 hours" }]);
  await expect.element(page.getByText("Done", { exact: true })).toBeVisible();
  await expect.poll(() => dialog().elements()).toHaveLength(0);
});

it("passes the answer to the caller and shows the caller's text for it", async () => {
  const onDone = vi.fn();
  const onClose = vi.fn();
  await render(<AllInputs onDone={onDone} onClose={onClose} />);
  await field("Mold no.").fill("M-0001");
  await field("Level").click();
  await page.getByTitle("Urgent", { exact: true }).click();
  await field("Reason").fill("500 hours");
  await button("OK").click();
  await expect.element(page.getByText("1 tasks planned")).toBeVisible();
  expect(onDone).toHaveBeenCalledWith({ count: 1 });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

it("shows a refusal at the refused field and keeps the user's input", async () => {
  const client = sampleClient({ rf_Sample: refusal("S0200^REASON") });
  await render(<Dangerous client={client} />);
  await field("Reason").fill("because");
  await button("Scrap").click();
  await expect
    .poll(() => field("Reason").element().closest(".ant-form-item")?.textContent)
    .toContain("The value of “Reason” is not valid");
  await expect.element(field("Reason")).toHaveValue("because");
});

it("shows any other refusal as a message and can be submitted again", async () => {
  let refuse = true;
  const client = sampleClient({ rf_Sample: () => (refuse ? refusal("S0212")() : { count: 1 }) });
  await render(<WithoutInputs client={client} />);
  await button("OK").click();
  await expect.element(page.getByText("This step is not allowed in the present state")).toBeVisible();
  await expect.element(dialog()).toBeVisible();
  refuse = false;
  await button("OK").click();
  await expect.poll(() => dialog().elements()).toHaveLength(0);
});

it("runs the command only once while the answer is pending", async () => {
  const client = sampleClient({ rf_Sample: pending });
  await render(<WithoutInputs client={client} />);
  await button("OK").click();
  await expect.poll(() => document.querySelector(".ant-modal .ant-btn-loading")).not.toBeNull();
  document.querySelector<HTMLElement>(".ant-modal .ant-btn-primary")?.click();
  expect(client.requests("rf_Sample")).toHaveLength(1);
});

it("closes without running", async () => {
  const client = sampleClient();
  const onClose = vi.fn();
  await render(<AllInputs client={client} onClose={onClose} />);
  await button("Cancel").click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(client.requests("rf_Sample")).toEqual([]);
});

it("shows what the command would change, and runs it only after a second click", async () => {
  const client = sampleClient({
    "preview rf_Previewed": (r) => ({ before: 4, after: r.cavities }),
    rf_Previewed: () => ({ count: 1 }),
  });
  await render(<WithPreview client={client} />);
  await field("Cavities").fill("6");
  await field("Reason").fill("new insert");
  await button("Preview changes").click();
  await expect.element(page.getByText("4 → 6")).toBeVisible();
  expect(client.requests("rf_Previewed")).toEqual([]);
  await button("Change").click();
  await expect.poll(() => dialog().elements()).toHaveLength(0);
  expect(client.requests("rf_Previewed")).toEqual([{ cavities: 6, reason: "new insert" }]);
});

it("asks for a new preview after a change of the inputs", async () => {
  const client = sampleClient({ "preview rf_Previewed": (r) => ({ before: 4, after: r.cavities }) });
  await render(<WithPreview client={client} />);
  await field("Cavities").fill("6");
  await field("Reason").fill("new insert");
  await button("Preview changes").click();
  await expect.element(page.getByText("4 → 6")).toBeVisible();
  await field("Cavities").fill("8");
  await expect.poll(() => page.getByText("4 → 6").elements()).toHaveLength(0);
  await button("Preview changes").click();
  await expect.element(page.getByText("4 → 8")).toBeVisible();
  expect(client.requests("rf_Previewed")).toEqual([]);
});

it("runs a command at once if its preview shows no change", async () => {
  const client = sampleClient({
    "preview rf_Previewed": () => ({ before: 4, after: 4 }),
    rf_Previewed: () => ({ count: 1 }),
  });
  await render(<WithPreview client={client} mayRunAtOnce />);
  await field("Reason").fill("as before");
  // The button has the name of the command and not "show changes", because this click runs the command.
  await button("Change").click();
  await expect.poll(() => client.requests("rf_Previewed")).toHaveLength(1);
});

it("shows a refusal of the preview at the refused field", async () => {
  const client = sampleClient({ "preview rf_Previewed": refusal("S0200^REASON") });
  await render(<WithPreview client={client} />);
  await field("Reason").fill("because");
  await button("Preview changes").click();
  await expect
    .poll(() => field("Reason").element().closest(".ant-form-item")?.textContent)
    .toContain("The value of “Reason” is not valid");
});
