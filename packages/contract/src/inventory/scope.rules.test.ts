import { expect, it } from "vitest";
import { serviceState } from "../mold/mold.entity.ts";
import { areServiceStates, listText, serviceStatesOf } from "./scope.rules.ts";

it("normalizes scopes", () => {
  expect(listText("b, a ,b,,c,")).toBe("a,b,c");
  expect(listText("P2")).toBe("P2");
  for (const nothing of [null, "", " , "]) expect(listText(nothing)).toBeNull();
});

it("includes scrapped molds only if the list names them", () => {
  const { scrapped } = serviceState.values;
  const usual = serviceStatesOf(null);
  expect(usual).not.toContain(scrapped);
  expect([...usual, scrapped].sort()).toEqual(Object.values(serviceState.values).sort());
  expect(serviceStatesOf(`0,${scrapped}`)).toEqual([0, scrapped]);
});

it("accepts lists of service states only", () => {
  for (const text of [null, "0", Object.values(serviceState.values).join(",")])
    expect(areServiceStates(text)).toBe(true);
  for (const text of ["9", "0,9", "x", "-1"]) expect(areServiceStates(text)).toBe(false);
});
