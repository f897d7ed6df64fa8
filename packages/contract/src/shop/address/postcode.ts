/** First two digits of the postal codes of each province of the mainland. */
const prefixes: Readonly<Record<string, string>> = {
  北京市: "10",
  上海市: "20",
  天津市: "30",
  重庆市: "40",
  内蒙古自治区: "01 02",
  山西省: "03 04",
  河北省: "05 06 07",
  辽宁省: "11 12",
  吉林省: "13",
  黑龙江省: "15 16",
  江苏省: "21 22",
  安徽省: "23 24",
  山东省: "25 26 27",
  浙江省: "31 32",
  江西省: "33 34",
  福建省: "35 36",
  湖南省: "41 42",
  湖北省: "43 44",
  河南省: "45 46 47",
  广东省: "51 52",
  广西壮族自治区: "53 54",
  贵州省: "55 56",
  海南省: "57",
  四川省: "61 62 63 64",
  云南省: "65 66 67",
  陕西省: "71 72",
  甘肃省: "73 74",
  宁夏回族自治区: "75",
  青海省: "81",
  新疆维吾尔自治区: "83 84",
  西藏自治区: "85 86",
  香港特别行政区: "99",
  澳门特别行政区: "99",
};

/**
 * Returns true if a number of six digits is a postal code of the province. Any other number of six digits, such as the
 * number of a plot or a locker, belongs to the street. In Taiwan, every such number counts as a postal code, because
 * its codes have no known prefix.
 */
export const isPostcode = (number: string, province: string): boolean =>
  province === "台湾省" || (prefixes[province] ?? "").split(" ").includes(number.slice(0, 2));
