import { moldAppoint, sendBackAppoints, solveAppoint } from "@shotkeeper/contract/inspection";
import type { Walk, World } from "./operation-walk.ts";
import type { Person } from "./person.ts";

const issue = (finder: Person, APPOINT_ID: string, MOLD_NO: string) =>
  finder.insert("IN101", "MOLD_APPOINT", {
    APPOINT_ID,
    MOLD_NO,
    APPOINT_TYPE: 1,
    APPOINT_LEVEL: 2,
    PROBLEM: "分型面飞边",
  });
const solve = (w: World, APPOINT_ID: string) =>
  w.own.plant.run(solveAppoint.type, { APPOINT_ID, SAVE_PROBLEM: "研配后合格" });
const back = {
  fields: sendBackAppoints.input,
  enter: ["sendBackReason"],
  fill: { sendBackReason: "仍有飞边" },
} as const;

export const inspectionWalks: readonly Walk[] = [
  {
    menu: "IN101",
    path: "/inspection/issue?state=all",
    code: "zh_CN",
    who: "oem",
    list: ({ enums }, no) => ({
      entity: moldAppoint,
      by: "appointId",
      enter: ["problem"],
      select: ["appointType", "moldNo"],
      fill: { appointId: no, appointType: enums.appointType.condition, moldNo: no, problem: "分型面飞边" },
    }),
    async play({ l: { inspection: t, enums, errors, shell }, no, j }) {
      await j.add(errors.added);
      await j.find(no);
      await j.expectOff(t.close, errors.wrongState);
      const done = { enter: ["saveProblem"], fill: { saveProblem: "研配" }, fields: solveAppoint.input };
      const solved = enums.appointState.solved;
      await j.take({ label: t.solve, asks: "分型面飞边", message: t.solved, shows: solved, ...done });
      await j.expectOff(shell.common.edit, errors.wrongState);
      const sentBack = { asks: t.sendBackLead, message: t.sentBack(1), shows: enums.appointState.unsolved };
      await j.take({ label: t.sendBack, ...sentBack, ...back });
      await j.expectOff(t.sendBack, errors.wrongState);
    },
    reader: "dev",
    none: ({ inspection: t, shell }) => [t.solve, t.close, t.sendBack, shell.common.edit, shell.common.add],
  },
  {
    menu: "IN102",
    path: "/inspection/closing",
    code: "zh_TW",
    who: "oem",
    async before(w, no) {
      await issue(w.oem, `${no}-1`, no);
      await issue(w.own.admin, `${no}-2`, no);
      await issue(w.oem, `${no}-3`, no);
      for (const n of [1, 2, 3]) await solve(w, `${no}-${n}`);
    },
    list: () => ({ entity: moldAppoint, by: "appointId" }),
    async play({ page, l: { inspection: t, errors, enums }, no, j, refused }) {
      await j.find(`${no}-2`);
      await j.expectOff(t.close, errors.onlyFinderJudges);
      await refused("oem", "rf_CloseAppoint", { APPOINT_IDS: [`${no}-2`] }, "S0264");
      await j.find(`${no}-3`);
      const question = {
        label: t.sendBack,
        asks: t.sendBackLead,
        message: t.sentBack(1),
        gone: true as const,
      };
      await j.take({ ...question, ...back });
      await j.find(`${no}-1`);
      await j.take({ label: t.close, asks: t.closeLead, message: t.closed(1), gone: true });
      await page
        .locator(".sk-page:visible")
        .getByText(enums.appointState.closed, { exact: true })
        .first()
        .click();
      await j.find(`${no}-1`);
    },
    reader: "dev",
    seen: (no) => `${no}-2`,
    none: ({ inspection: t }) => [t.close, t.sendBack],
  },
];
