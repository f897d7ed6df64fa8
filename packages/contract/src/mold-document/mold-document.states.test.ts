import { expect, it } from "vitest";
import { refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { refuseScrap, refuseStateChange, refuseTransfer } from "./mold-document.states.ts";

const { scrapped } = serviceState.values;
const others = Object.values(serviceState.values).filter((s) => s !== scrapped);

it("transfers and scraps a mold in any state but scrapped", () => {
  for (const state of [...others, null]) {
    expect(refuseTransfer({ serviceState: state, counterNo: "C1" })).toBeUndefined();
    expect(refuseScrap({ serviceState: state, counterNo: null })).toBeUndefined();
  }
  for (const counterNo of [null, "C1"]) {
    expect(refuseTransfer({ serviceState: scrapped, counterNo })).toEqual(refusals.wrongState());
    expect(refuseScrap({ serviceState: scrapped, counterNo })).toEqual(refusals.wrongState());
  }
});

it("refuses to scrap a mold with a bound counter, and names the counter", () => {
  for (const state of others)
    expect(refuseScrap({ serviceState: state, counterNo: "C1" })).toEqual(refusals.counterStillBound("C1"));
});

it("changes the state of a mold to any other state, but neither from nor to scrapped", () => {
  for (const from of others)
    for (const to of others)
      expect(refuseStateChange({ serviceState: from, counterNo: null }, to)).toEqual(
        from === to ? refusals.invalidField("toState") : undefined,
      );
  expect(refuseStateChange({ serviceState: 0, counterNo: null }, scrapped)).toEqual(
    refusals.invalidField("toState"),
  );
  expect(refuseStateChange({ serviceState: scrapped, counterNo: null }, 0)).toEqual(refusals.wrongState());
});
