import { expect, openScreen, test } from "./fixtures.ts";

const stamp = Date.now().toString(36);
const head = "模具编号,主机厂,注塑厂,日常保养间隔,大保养间隔,计划 T0 日期,移交日期";
const csv = (...lines: string[]) => ({
  name: "molds.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`\uFEFF${[head, ...lines].join("\r\n")}\r\n`),
});
const line = (no: string, oem = "华辰汽车制造有限公司") =>
  `${no},${oem},PLANT01,400,4000,2026-01-05,2026/3/1`;

test("adds a product, imports molds, transfers one and shows its label", async ({ signedIn: page }) => {
  test.slow();
  const mold = `E2E-${stamp}`;

  await test.step("a product", async () => {
    await openScreen(page, "/basic/product");
    await page.getByRole("button", { name: "新增" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("产品编码", { exact: true }).fill(`G-${stamp}`);
    await page.getByRole("button", { name: /保\s?存/ }).click();
    await expect(page.getByText("请输入产品名称")).toBeVisible();
    await form.getByLabel("产品名称", { exact: true }).fill("计数器");
    await form.getByLabel("单价", { exact: true }).fill("12.3456");
    await page.getByRole("button", { name: /保\s?存/ }).click();
    await expect(page.getByText("新增成功")).toBeVisible();
    await expect(page.getByText(`G-${stamp}`, { exact: true }).first()).toBeVisible();
  });

  await test.step("molds from a bad file and a good one", async () => {
    await openScreen(page, "/basic/mold");
    await page.getByRole("button", { name: "导入" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[type=file]").setInputFiles(csv(line(mold), line(`${mold}-2`, "没有的厂")));
    await expect(dialog.getByText("2 行中有 1 行有误")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "导入 2 行" })).toBeDisabled();
    await dialog.getByRole("button", { name: "换一个文件" }).click();
    await dialog.locator("input[type=file]").setInputFiles(csv(line(mold)));
    await dialog.getByRole("button", { name: "导入 1 行" }).click();
    await expect(page.getByText("已导入 1 行")).toBeVisible();
  });

  await test.step("a transfer, in the time line", async () => {
    await openScreen(page, `/basic/mold/${mold}`);
    await page.getByRole("button", { name: /^调\s?拨$/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("调入注塑厂").click();
    await page.getByTitle("合肥瑞丰塑业有限公司").click();
    await dialog.getByLabel("原因").fill("产能调整");
    await dialog.getByRole("button", { name: /^调\s?拨$/ }).click();
    await expect(page.getByText(/已调拨，单据号 DB\d+/)).toBeVisible();
    await expect(page.getByText(/宁波众力精密注塑有限公司 → 合肥瑞丰塑业有限公司 · 产能调整/)).toBeVisible();
  });

  await test.step("a label sheet", async () => {
    await openScreen(page, `/basic/label?no=${mold}`);
    await page.getByText("A4 整版").click();
    await expect(page.getByRole("img", { name: `${mold} 的二维码` })).toBeVisible();
  });
});
