import { describe, expect, it } from "vitest";
import {
  addressParts,
  anyPhonePattern,
  type Divisions,
  fixedLinePattern,
  mobilePattern,
  recognizeAddress,
} from "./index.ts";

const divisions: Divisions = {
  浙江省: { 宁波市: ["海曙区", "北仑区", "宁海县"], 台州市: ["黄岩区"] },
  广东省: { 佛山市: ["禅城区", "高明区"], 东莞市: ["长安镇"], 广州市: ["白云区"] },
  北京市: { 市辖区: ["东城区", "朝阳区"] },
  吉林省: { 吉林市: ["昌邑区"], 长春市: ["朝阳区"] },
  内蒙古自治区: { 呼和浩特市: ["新城区"] },
  贵州省: { 贵阳市: ["白云区"] },
};
const read = (text: string) => recognizeAddress(text, divisions);

// spec: shop A2.45
describe("recognition of an address", () => {
  const whole = {
    name: "赵敏",
    phone: "13800001001",
    province: "浙江省",
    city: "宁波市",
    district: "北仑区",
    street: "小港街道纬五路18号",
    doubts: [],
  };
  it.each([
    "赵敏 13800001001 浙江省宁波市北仑区小港街道纬五路18号",
    "浙江省宁波市北仑区小港街道纬五路18号 赵敏 13800001001",
    "13800001001，赵敏，浙江宁波北仑区小港街道纬五路18号",
    "收货人：赵敏\n手机号码：138-0000-1001\n所在地区：浙江省 宁波市 北仑区\n详细地址：小港街道纬五路18号",
    "收件人: 赵敏; 电话: +86 13800001001; 地址: 宁波市北仑区小港街道纬五路18号",
    "浙江省宁波市北仑区小港街道纬五路18号,赵敏,１３８００００１００１",
  ])("reads %s", (text) => expect(read(text)).toEqual(whole));

  it("reads fixed lines with extensions", () => {
    expect(read("何敏仪 0757-88220000-12 广东省佛山市高明区荷城街道兴盛路5号")).toMatchObject({
      name: "何敏仪",
      phone: "0757-88220000-12",
      city: "佛山市",
      district: "高明区",
    });
  });

  it("recognizes municipalities and autonomous regions", () => {
    expect(read("北京市朝阳区建国路1号 李雷 13900000000")).toMatchObject({
      province: "北京市",
      city: "市辖区",
      district: "朝阳区",
      street: "建国路1号",
    });
    expect(read("内蒙古呼和浩特新城区海拉尔东街 13900000000")).toMatchObject({
      province: "内蒙古自治区",
      city: "呼和浩特市",
      district: "新城区",
    });
  });

  it("leaves uncertain parts empty", () => {
    // Two cities have a district with this name, and the text names neither city. So province and city stay empty.
    expect(read("白云区机场路1号 王芳 13900000000")).toMatchObject({
      province: "",
      city: "",
      district: "",
      name: "王芳",
    });
    // Two pieces of the text look like names. As it is not clear which one is right, the name stays empty.
    expect(read("王芳 李雷 13900000000 广州市白云区机场路1号").name).toBe("");
    expect(read("机场路1号")).toEqual({
      name: "",
      phone: "",
      province: "",
      city: "",
      district: "",
      street: "机场路1号",
      doubts: ["name", "phone", "place", "street"],
    });
    expect(read("")).toMatchObject({ name: "", phone: "", province: "", city: "", district: "", street: "" });
  });

  it.each([
    ["+852 5123 4567", "+852-51234567"],
    ["(852) 2345 6789", "+852-23456789"],
    ["00853 6612 3456", "+853-66123456"],
    ["0912-345-678", "+886-912345678"],
    ["+886 2 2345 6789", "+886-223456789"],
    ["(02)2345-6789", "+886-223456789"],
    ["(0755) 8822 0000转12", "0755-88220000-12"],
    ["+86 21 5888 0000", "021-58880000"],
    ["0086-13800001001", "13800001001"],
  ])("reads the phone number %s", (written, phone) => {
    expect(read(`赵敏 ${written} 浙江省宁波市北仑区纬五路18号`)).toMatchObject({ name: "赵敏", phone });
    expect(anyPhonePattern.test(phone)).toBe(true);
  });

  it("marks missing and uncertain parts for checking", () => {
    expect(read("赵敏 13800001001 浙江省宁波市北仑区纬五路18号").doubts).toEqual([]);
    expect(read("浙江省宁波市北仑区纬五路18号赵敏 13800001001")).toMatchObject({
      name: "赵敏",
      doubts: ["name"],
    });
    expect(read("白云区机场路1号 王芳").doubts).toEqual(["phone", "place", "street"]);
    expect(read("赵敏 13800001001/13900001002 宁波市北仑区纬五路18号").doubts).toEqual(["phone"]);
  });

  it("drops a postal code, and keeps any other number of six digits in the street, to be checked", () => {
    const known = { name: "赵敏", city: "宁波市", district: "北仑区" };
    for (const text of ["315800 浙江省宁波市北仑区纬五路18号", "浙江省宁波市北仑区纬五路18号 315800"])
      expect(read(`赵敏 13800001001 ${text}`)).toMatchObject({ ...known, street: "纬五路18号", doubts: [] });
    // A number after the label 邮编 counts as a postal code, also if it is a postal code of another province.
    expect(read("赵敏 13800001001 浙江省宁波市北仑区纬五路18号，邮编：620418")).toMatchObject({
      ...known,
      street: "纬五路18号",
      doubts: [],
    });
    const plot = read("赵敏 13800001001 浙江省宁波市北仑区小港街道地块 620418");
    expect(plot).toMatchObject({ ...known, doubts: ["street"] });
    expect(plot.street).toContain("620418");
  });

  it("writes a city once", () => {
    const parts = (recProvince: string, recCity: string, recDistrict: string) =>
      addressParts({ recProvince, recCity, recDistrict, recAddress: "1号" }).join("");
    expect(parts("湖北省", "仙桃市", "仙桃市")).toBe("湖北省仙桃市1号");
    expect(parts("湖北省", "省直辖县级行政区划", "仙桃市")).toBe("湖北省仙桃市1号");
    expect(parts("上海市", "上海市", "浦东新区")).toBe("上海市浦东新区1号");
  });

  it("matches mobile and fixed-line numbers", () => {
    expect(["13800001001", "12800001001", "1380000100"].map((p) => mobilePattern.test(p))).toEqual([
      true,
      false,
      false,
    ]);
    expect(["0574-86220000", "057486220000-12", "86220000"].map((p) => fixedLinePattern.test(p))).toEqual([
      true,
      true,
      false,
    ]);
    expect(["13800001001", "0574-86220000-1", "abc"].map((p) => anyPhonePattern.test(p))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
