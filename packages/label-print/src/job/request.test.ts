import { describe, expect, it } from "vitest";
import { callFor, form, type InternalRequest } from "./request.ts";

describe("a form", () => {
  // spec: shop B5.9
  it("leaves out empty fields and encodes others as JSON", () => {
    const values = {
      a: "x",
      empty: "",
      none: null,
      unset: undefined,
      zero: 0,
      no: false,
      list: [1],
      o: { p: "顺" },
    };
    expect(Object.fromEntries(form(values))).toEqual({
      a: "x",
      zero: "0",
      no: "false",
      list: "[1]",
      o: '{"p":"顺"}',
    });
  });
});

describe("the address of a call", () => {
  const request = { requestID: "R", accessToken: "T", templateCode: "C", documents: [] };
  const document = { masterWaybillNo: "SF1" };
  const url = (env: string, hosts: Record<string, string> = {}) =>
    callFor(request, document, { env, hosts, now: () => 0 }).url;

  it.each([
    ["pro", "https://bspgw.sf-express.com/std/service"],
    ["sbox", "https://sfapi-sbox.sf-express.com/std/service"],
    // A relative path begins at the page's origin, whatever the path of the page is.
    ["carrier", "/carrier/std/service"],
    ["/carrier", "/carrier/std/service"],
    ["carrier/sf/", "/carrier/sf/std/service"],
    ["constructor", "/constructor/std/service"],
    ["https://proxy.example/sf", "https://proxy.example/sf/std/service"],
  ])("%s", (env, expected) => {
    expect(url(env)).toBe(expected);
  });

  it("can be overridden by name", () => {
    expect(url("sbox", { sbox: "https://test.example/" })).toBe("https://test.example/std/service");
  });

  it.each(["innerSit", "innerProd", "innerFast"])("%s uses the page's own address", (env) => {
    const internal: InternalRequest = {
      ...{ requestId: "R", reqTime: 5, signature: "S", templateCode: "C", documents: [document, document] },
    };
    const options = { env, hosts: { [env]: "https://in.example/parsed?x=1" }, now: () => 0 };
    const { url, headers, body } = callFor(internal, document, options);
    expect(url).toBe("https://in.example/parsed?x=1");
    expect(headers).toEqual({
      "content-type": "application/json",
      reqTime: "5",
      signature: "S",
      sdkVersion: "2.6",
      sdkType: "lodop",
    });
    expect(JSON.parse(String(body))).toEqual({
      requestId: "R",
      templateCode: "C",
      documents: [document],
      version: "2.0",
    });
  });
});
