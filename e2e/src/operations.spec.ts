import { expect, openScreen, test } from "./fixtures.ts";
import { inspectionWalks } from "./inspection-walks.ts";
import { inventoryWalks } from "./inventory-walks.ts";
import { OperationJourney } from "./operation-journey.ts";
import { personOf, type World } from "./operation-walk.ts";
import { orderWalks, trialWalks } from "./order-walks.ts";
import { OwnPlant } from "./own-plant.ts";
import { Person, stamp } from "./person.ts";
import type { ListDescription } from "./screen-journey.ts";
import { isItsTurn } from "./turn.ts";
import { maintenanceWalks } from "./upkeep-walks.ts";
import { warningWalks } from "./warning-walks.ts";

let w: World;
test.beforeAll(async () => {
  w = {
    own: await OwnPlant.make(`OPS-${stamp()}`),
    oem: await Person.of("oem"),
    maker: await Person.of("maker"),
    dev: await Person.of("dev"),
  };
});

const walks = [
  ...orderWalks,
  ...maintenanceWalks,
  ...inspectionWalks,
  ...warningWalks,
  ...inventoryWalks,
  ...trialWalks,
];
// Each run of `npm test` runs a third of the walks (turn.ts), to save time: all walks use the same dialogs and steps
// (operation-journey.ts). The main job of each area has its own end-to-end test, and the tests of the server check
// every step of every workflow.
// spec: admin 2.22, 5.10-5.12, 8.53
for (const walk of walks.filter((_, i) => isItsTurn(i)))
  test(`${walk.menu}: ${walk.who} may act, ${walk.reader} may only read (${walk.code})`, async ({ page }) => {
    const no = `${w.own.id}-${walk.menu}`;
    await w.own.mold(no);
    await walk.before?.(w, no);
    const l = await OperationJourney.enter(page, personOf(w, walk.who), walk.code);
    const list = {
      path: walk.path,
      fill: {},
      by: "moldNo",
      change: ["", ""],
      ...walk.list?.(l, no),
    } as const;
    const j = new OperationJourney(page, l, list as ListDescription);
    await openScreen(page, walk.path);
    await walk.play({
      page,
      w,
      l,
      no,
      j,
      refused: async (who, Type, InParams, message) =>
        expect(await personOf(w, who).ask({ Type, InParams }), Type).toMatchObject({ Code: 1, Msg: message }),
    });
    await j.takeOut();

    await OperationJourney.enter(page, personOf(w, walk.reader), walk.code);
    const { readerPath = walk.path } = walk;
    await openScreen(page, typeof readerPath === "string" ? readerPath : await readerPath(w, no));
    await j.find(walk.seen?.(no) ?? no);
    await j.expectNone(walk.none(l));
    await walk.after?.(w, no);
  });
