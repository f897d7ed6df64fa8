import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { buyer, counter, renderShop, shop } from "./testing/render-shop.tsx";

const address = () => page.getByTestId("address");

// spec: shop A2.15, A2.16, A2.18, A2.19, A2.26
it("shows on the index three banners, five counters of the customer, and the related products", async () => {
  await renderShop("/Shop/index", {}, buyer());
  await expect.element(page.getByRole("heading", { name: "Related products" })).toBeVisible();
  expect(document.title).toBe("Mold Shop");
  const banners = document.querySelectorAll(".shop-dots button");
  expect([...banners].map((b) => b.getAttribute("aria-label"))).toHaveLength(3);
  for (const banner of banners) {
    (banner as HTMLElement).click();
    await expect
      .element(page.getByText(banner.getAttribute("aria-label") ?? "", { exact: true }))
      .toBeVisible();
  }
  const counters = document.querySelectorAll(".shop-counters li");
  await expect
    .poll(() => [...counters].map((c) => c.querySelector("b")?.textContent))
    .toEqual(["2", "3", "4", "5", "6"]);
  expect([...counters].map((c) => c.querySelector("a")?.getAttribute("href"))).toEqual([
    "/Shop/cart",
    "/Shop/home?status=0",
    "/Shop/home?status=1",
    "/Shop/home?status=3",
    "/Shop/home?status=4",
  ]);
  const card = page.getByRole("link", { name: /4G counter/ });
  await expect.element(card).toHaveAttribute("href", "/Shop/product?id=JS001");
  for (const text of ["Counts every shot", "468.00"]) await expect.element(card).toHaveTextContent(text);
  expect(card.element().querySelector("svg, img")).not.toBeNull();
  await expect.element(page.getByRole("contentinfo")).toHaveTextContent(/Free shipping over 2,000 yuan/);
  await expect.element(page.getByRole("contentinfo")).toHaveTextContent(/five or more/);
});

it("does not divide a word with a hyphen between two lines", async () => {
  await page.viewport(390, 800);
  const goodsName = "Mold counter NB-IoT";
  await renderShop("/Shop/index", { "BS103.Q21": [{ ...counter, goodsName }] }, buyer());
  const word = page.getByText("NB-IoT", { exact: true });
  await expect.element(word).toBeVisible();
  expect(word.element().getClientRects()).toHaveLength(1);
  await page.viewport(1280, 800);
});

// spec: shop A2.20
it("stores the entry code of the address as the token, and then fetches the user", async () => {
  const client = await renderShop("/Shop/index?code=entry&q=counter");
  await expect.element(page.getByText("1 found for “counter”")).toBeVisible();
  expect(client.tokens.get()).toBe("entry");
  await expect.element(address()).toHaveTextContent("/Shop/index?q=counter");
  await expect.element(page.getByRole("button", { name: "Open user menu" })).toBeVisible();
});

// spec: shop A2.21, A2.24, A2.25
it("shows a product with its pictures, facts and introduction, and the installation of a counter", async () => {
  const picture = { goodsId: "JS001", part: "GOODS_IMAG", seq: 1, fileId: "1", filePath: "/files/1" };
  const pictures = [
    picture,
    { ...picture, seq: 2, fileId: "2", filePath: "/files/2" },
    { ...picture, part: "INTRODUCE_IMAG", fileId: "3", filePath: "/files/3" },
  ];
  await renderShop("/Shop/product?id=JS001", {
    "BS103.Q21": [counter],
    "BS103.Q23": pictures,
    "/files/1": () => new Blob(["1"]),
    "/files/2": () => new Blob(["2"]),
    "/files/3": () => new Blob(["3"]),
  });
  await expect.element(page.getByRole("heading", { name: "4G counter" })).toBeVisible();
  await expect.poll(() => document.title).toBe("Product – Mold Shop");
  await expect.poll(() => document.querySelectorAll(".slick-slide:not(.slick-cloned)").length).toBe(2);
  const order = document.querySelector(".shop-order");
  for (const text of ["Counts every shot", "468.00", "MC-4G"]) expect(order?.textContent).toContain(text);
  await expect.element(page.getByRole("tab", { name: "Product information" })).toBeVisible();
  await expect.poll(() => document.querySelectorAll(".shop-intro .shop-picture").length).toBe(1);
  await page.getByRole("tab", { name: "Installation" }).click();
  await expect.poll(() => document.querySelectorAll(".shop-steps li svg").length).toBe(9);
});

it("names products in the language of the page, on the index and on the product's page", async () => {
  const named = {
    ...counter,
    ...{ goodsName: "计数器", goodsNameTw: "計數器", goodsNameEn: "Mold counter" },
    ...{ goodsUnit: "台", goodsUnitEn: "piece", remark: "计数", remarkEn: "Counts shots" },
  };
  const other = { ...counter, goodsId: "JS002", goodsName: "无译名", goodsNameTw: null, goodsNameEn: null };
  await renderShop("/Shop/index", { "BS103.Q21": [named, other] });
  await expect.element(page.getByText("/ piece")).toBeVisible();
  await page.getByRole("link", { name: /Mold counter.*Counts shots/ }).click();
  await expect.element(page.getByRole("heading", { name: "Mold counter" })).toBeVisible();
  await expect.poll(() => document.querySelector(".shop-order")?.textContent).toContain("/ piece");
  await expect.element(page.getByText("Counts shots").first()).toBeVisible();
});

// spec: shop A2.25
it("shows no installation of a product that is no counter", async () => {
  await renderShop("/Shop/product?id=DC001", {
    "BS103.Q21": [{ ...counter, goodsId: "DC001", goodsType: 2 }],
  });
  await expect.element(page.getByRole("tab", { name: "Product information" })).toBeVisible();
  expect(page.getByRole("tab", { name: "Installation" }).elements()).toEqual([]);
});

it("explains to a visitor of a closed shop what to do, and keeps a page from loading for ever", async () => {
  await renderShop("/Shop/product?id=JS001", { "/shop/info": () => ({ isOpen: false }) });
  await expect.element(page.getByRole("heading", { name: "This shop is not open" })).toBeVisible();
  expect(document.querySelector("[aria-busy=true]")).toBeNull();
  expect(document.title).toBe("This shop is not open – Mold Shop");
});

it("shows the shop's own name, and chooses the only host factory of a customer", async () => {
  const named = { ...shop, shopName: "Acme", shopMail: "a@b.cn" };
  await renderShop(
    "/Shop/product?id=JS001",
    { "/shop/info": () => named },
    buyer({ oems: [{ oemName: "Huachen" }] }),
  );
  await expect.element(page.getByTitle("Huachen")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "a@b.cn" })).toHaveAttribute("href", "mailto:a@b.cn");
  expect(document.title).toBe("Product – Acme");
});

it("explains to a customer without a host factory whom to ask", async () => {
  await renderShop("/Shop/product?id=JS001", {}, buyer({ oems: [], defaultOem: null }));
  await expect.element(page.getByRole("alert")).toHaveTextContent(/No OEM has been assigned/);
  await expect.element(page.getByRole("alert")).toHaveTextContent(/0574-1/);
  expect(page.getByRole("combobox", { name: "OEM" }).elements()).toEqual([]);
});
