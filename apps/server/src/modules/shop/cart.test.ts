import { beforeEach, expect, it } from "vitest";
import { migrate } from "../../kernel/db/migrate.ts";
import { asOwner } from "../../kernel/db/open.ts";
import { sql } from "../../kernel/db/sql.ts";
import { freshCode, logIn, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { makeShop, oem, type TestShop } from "../../testing/shop.ts";

let s: TestServer;
let shop: TestShop;
/** Another user of the same customer as `shop.one`. */
let colleague: TestUser;
beforeEach(async () => {
  s = await withServer();
  shop = await makeShop(s);
  const E_MAIL = `${freshCode("p").toLowerCase()}@buyer.example`;
  await shop.one.run("rf_InvitePerson", { E_MAIL, USERNAME: "Han Mei", COMPANY_ROLE: 0 });
  await shop.t.rows(
    sql`update "user" set must_change_password = false where tenant_id = ${shop.t.id} and user_id = ${E_MAIL}`,
  );
  colleague = await logIn(s, shop.t.id, E_MAIL);
});

const add = (user: TestUser, QTY: number, CUST_ID?: string) =>
  user.run("rf_AddShoppingCart", { GOODS_IDS: ["DC001"], OEM_NAME: oem(1), QTY, CUST_ID });
const cart = (user: TestUser) => user.list("BS114", "Q20");
const quantities = async (user: TestUser) => (await cart(user)).map((l) => l.QTY);
const counted = async (user: TestUser) =>
  (await user.run<{ ShopCount: number }>("rf_CustSum", { CUST_ID: "C1" })).ShopCount;

it("each person of a company has a cart: equal lines stay apart, and nobody changes another person's", async () => {
  await add(shop.one, 2);
  await add(colleague, 5);
  await add(colleague, 1);
  expect(await quantities(shop.one)).toEqual([2]);
  expect(await quantities(colleague)).toEqual([6]);
  expect([await counted(shop.one), await counted(colleague)]).toEqual([1, 1]);
  const Data = [{ ID: (await cart(shop.one))[0]?.ID }];
  const at = { MENU_ID: "BS114", TableName: "SHOPPING_CART" };
  expect(await colleague.mitt({ Type: "deleteReq", ...at, Data })).toMatchObject({ Code: 1 });
  expect(await colleague.mitt({ Type: "update", ...at, Data: [{ ...Data[0], QTY: 9 }] })).toMatchObject({
    Code: 1,
  });
  expect(await quantities(shop.one)).toEqual([2]);
});

it("a checkout orders the buyer's cart only, and refuses lines of another person's", async () => {
  await add(shop.one, 2);
  await add(colleague, 5);
  const foreign = (await cart(shop.one))[0];
  const lines = [...(await cart(colleague)), { ...foreign, QTY: 1 }];
  expect(await shop.place(colleague, [{ oem: oem(1), lines }])).toMatchObject({ Code: 1, Msg: "S0213" });
  const own = await cart(colleague);
  expect(await shop.place(colleague, [{ oem: oem(1), lines: own }])).toMatchObject({ Code: 0 });
  expect(await quantities(colleague)).toEqual([]);
  expect(await quantities(shop.one)).toEqual([2]);
});

it("a line of the cart is ordered once, however often it is sent at once", async () => {
  await add(shop.one, 2);
  const lines = await cart(shop.one);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.place(shop.one, [{ oem: oem(1), lines }])),
  );
  expect(answers.map((a) => a.Msg).sort()).toEqual(["S0012", ...Array.from({ length: 7 }, () => "S0213")]);
  expect(await shop.one.list("OR100", "Q10")).toHaveLength(1);
});

it("staff who order for a customer fill a cart of their own, and see all carts", async () => {
  await add(shop.one, 2);
  await add(shop.t.admin, 3, "C1");
  expect(await quantities(shop.one)).toEqual([2]);
  expect((await cart(shop.t.admin)).map((l) => [l.CUST_ID, l.USER_ID, l.QTY])).toEqual([
    ["C1", shop.one.userId, 2],
    ["C1", shop.t.admin.userId, 3],
  ]);
});

it("staff delete lines of any cart, at most those of their tenant, and those that they name", async () => {
  await add(shop.one, 2);
  await add(colleague, 5);
  await add(shop.t.admin, 3, "C1");
  const idOf = async (user: TestUser) => (await cart(user))[0]?.ID;
  const remove = (user: TestUser, ...ids: unknown[]) =>
    user.mitt({
      Type: "deleteReq",
      MENU_ID: "BS114",
      TableName: "SHOPPING_CART",
      Data: ids.map((ID) => ({ ID })),
    });
  const line = await idOf(shop.one);
  const stranger = await makeShop(s);
  expect(await remove(stranger.t.admin, line)).toMatchObject({ Code: 1, Msg: "S0016" });
  expect(await remove(shop.t.admin, line)).toMatchObject({ Code: 0 });
  expect(await cart(shop.one)).toEqual([]);
  expect(await quantities(colleague)).toEqual([5]);
  expect(await remove(shop.t.admin, line)).toMatchObject({ Code: 1, Msg: "S0016" });
  // The cart deletes either all named lines or none.
  const own = (await cart(shop.t.admin)).filter((l) => l.USER_ID === shop.t.admin.userId)[0]?.ID;
  const theirs = await idOf(colleague);
  expect(await remove(shop.t.admin, own, theirs, line)).toMatchObject({ Code: 1, Msg: "S0016" });
  expect(await cart(shop.t.admin)).toHaveLength(2);
  expect(await remove(shop.t.admin, own, theirs)).toMatchObject({ Code: 0 });
  expect(await cart(shop.t.admin)).toEqual([]);
});

it("the cart of a deleted person is deleted, too", async () => {
  await add(colleague, 5);
  await shop.t.rows(sql`delete from "user" where tenant_id = ${shop.t.id} and user_id = ${colleague.userId}`);
  expect(await cart(shop.t.admin)).toEqual([]);
});

it("at the upgrade, each line of a shared cart goes to the person who added it, or to the first person", async () => {
  await asOwner({}, async (owner) => {
    await migrate(owner, "0074_repair_finding.sql");
    const tables = ["customer", "product", "cart_line", '"user"'];
    for (const table of tables) await owner.query(`alter table ${table} no force row level security`);
    await owner.query(`
      insert into customer (tenant_id, cust_id, cust_name) values (1, 'C', 'C'), (1, 'EMPTY', 'E');
      insert into product (tenant_id, goods_id, goods_name, goods_type, goods_unit, unit_price, off_shelf)
      values (1, 'G', 'G', 2, 'pc', 1, false), (1, 'H', 'H', 2, 'pc', 1, false);
      insert into "user" (tenant_id, user_id, user_name, status, cust_id, created_date)
      values
        (1, 'left', 'L', 1, 'C', '2025-01-01'),
        (1, 'first', 'F', 0, 'C', '2026-01-01'),
        (1, 'second', 'S', 0, 'C', '2026-01-02');
      insert into cart_line (tenant_id, cust_id, goods_id, oem_name, order_qty, created_by)
      values
        (1, 'C', 'G', 'O', 1, 'second'), (1, 'C', 'H', 'O', 2, 'nobody'), (1, 'EMPTY', 'G', 'O', 3, 'nobody');
    `);
    for (const table of tables) await owner.query(`alter table ${table} force row level security`);
    await migrate(owner);
    await owner.query("alter table cart_line no force row level security");
    const { rows } = await owner.query("select goods_id, user_id from cart_line order by goods_id");
    expect(rows).toEqual([
      { goods_id: "G", user_id: "second" },
      { goods_id: "H", user_id: "first" },
    ]);
  });
}, 60_000);
