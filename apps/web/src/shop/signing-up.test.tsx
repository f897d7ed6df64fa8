import { lastLogin } from "@shotkeeper/ui/app";
import { refusal } from "@shotkeeper/ui/gallery";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderShop } from "./testing/render-shop.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const picture = () => new File([new Uint8Array([137, 80, 78, 71])], "licence.png", { type: "image/png" });

const company = {
  custName: "Northern Grilles",
  taxpayerId: "91350100M000100Y43",
  contact: "Zhao Min",
  phone: "13800001001",
  mail: "zhao@example.com",
};

async function fill(): Promise<void> {
  await field("Company name").fill(company.custName);
  await field("Taxpayer ID").fill(company.taxpayerId);
  await field("Contact").fill(company.contact);
  await field("Phone").fill(company.phone);
  await field("E-mail").fill(company.mail);
  await userEvent.upload(document.querySelector("input[type=file]") as HTMLInputElement, picture());
  await field("Password").fill("a-long-pass-phrase");
  await field("Password again").fill("a-long-pass-phrase");
  await field("Verification code").fill("abcde");
}

it("names each missing value at its field, and sends nothing", async () => {
  const client = await renderShop("/Shop/sign-up");
  await button("Sign up").click();
  for (const text of [
    "Please enter: Company name",
    "Please upload the business licence",
    "Please enter: Password",
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await field("Taxpayer ID").fill("91350100M000100Y44");
  await expect.element(page.getByText("This is not a valid taxpayer ID")).toBeVisible();
  expect(client.requests("/shop/sign-up")).toEqual([]);
});

it("signs a company up with its licence, and says how to log in", async () => {
  const client = await renderShop("/Shop/sign-up", {
    "/shop/sign-up": () => ({ tenantId: "acme", userId: company.mail }),
  });
  await fill();
  await button("Sign up").click();
  await expect.element(page.getByText("Your company is signed up")).toBeVisible();
  await expect.element(page.getByText(/tenant ID acme and user ID zhao@example.com/)).toBeVisible();
  expect(lastLogin()).toEqual({ tenantId: "acme", userId: company.mail, remember: false });
  const [sent] = client.requests("/shop/sign-up") as [Record<string, unknown>];
  expect(sent).toMatchObject({ company, password: "a-long-pass-phrase", captcha: { text: "abcde" } });
  expect(sent.licence).toBeInstanceOf(File);
});

it.each([
  ["S0329^SOCIAL_CODE", "Taxpayer ID", /has an account or waits for approval/],
  ["S0029^E_MAIL", "E-mail", /already exists/],
  ["S0411^10", "Password", /10/],
  ["S0002", "Verification code", /./],
])("shows the refusal %s at its field", async (code, label, text) => {
  await renderShop("/Shop/sign-up", { "/shop/sign-up": refusal(code) });
  await fill();
  await button("Sign up").click();
  await expect
    .poll(
      () =>
        field(label).element().closest(".ant-form-item")?.querySelector(".ant-form-item-explain-error")
          ?.textContent,
    )
    .toMatch(text);
});

const refused = { ...company, applicationStat: 2, appliedAt: "2026-05-20T04:00:00Z", judgeReason: "blurred" };

it("shows an applicant why the company was refused, and hands in the correction", async () => {
  let current: object = refused;
  const client = await renderShop(
    "/Shop/application",
    {
      "/shop/application": () => current,
      "/shop/application/correct": () => {
        current = { ...refused, applicationStat: 0, judgeReason: null };
      },
    },
    undefined,
    { ticket: "t1" },
  );
  await expect.element(page.getByText("Reason: blurred")).toBeVisible();
  await expect.element(field("E-mail")).toBeDisabled();
  await field("Contact").fill("Wang Fang");
  await button("Correct and send again").click();
  await expect.element(page.getByText(/The shop checks your company/)).toBeVisible();
  expect(client.requests("/shop/application/correct")).toMatchObject([
    { ticket: "t1", ...company, contact: "Wang Fang", licence: undefined },
  ]);
});

it("sends a visitor without a ticket to the log-in", async () => {
  await renderShop("/Shop/application");
  await expect.element(page.getByTestId("address")).toHaveTextContent("/login");
});
