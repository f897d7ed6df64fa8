/** Family names of one character. Each character of the text is one name. */
const families =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆" +
  "汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤季路柯施温康葛申安倪兰牛章" +
  "鲁詹庄欧颜殷祝单纪童裘祁翟梅柳阮辛管柴卓关闻翁蓝焦艾齐游伍尤岳耿辜华鲍费骆甘解盛左樊穆简饶曲靳凌霍边喻房" +
  "張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧蕭蔣餘葉蘇魏呂盧鐘譚陸範賈韋鄒錢嚴湯溫龐莊歐顏單紀關藍齊華鮑費駱";
/** Family names of two characters. */
const doubleFamilies =
  /^(欧阳|歐陽|上官|司马|司馬|诸葛|諸葛|皇甫|尉迟|公孙|东方|慕容|夏侯|司徒|令狐|张简|张廖)/;
const title = "先生|女士|小姐|太太|经理|老师|师傅|主任|老板|总监|厂长|工程师|總|总|工|生";
/** Matches a note in brackets after a name, for example the department. */
const note = String.raw`(?:\([^()\s]{1,12}\))?`;
/** Matches endings of places and firms. A text with such an ending is not the name of a person. */
const placeEnd =
  /(?:[路街道巷弄号栋幢座楼层室房村镇乡园区厂店部司城庄苑里省市县旗站柜库仓门口所处院校点厅馆场社组队号]|中心|大厦|广场|公寓|超市|驿站|附近|对面|旁边|隔壁|代收|东侧|西侧|南侧|北侧|前台)$/;
const received = /(?:亲收|[收启])$/;

const hasFamily = (text: string) => doubleFamilies.test(text) || families.includes(text.charAt(0));

/** Returns a name without the brackets around it and the word 收 (for the attention of) beside it. */
export const bareName = (piece: string): string =>
  piece
    .replace(/^[([<{【「『《]+(.*?)[)\]>}】」』》]+$/u, "$1")
    .replace(/\s*\(收\)$/, "")
    .replace(/^收[::]?/, "")
    .replace(received, "");

const chinese = new RegExp(`^\\p{Script=Han}{2,4}(?:${title})?${note}$`, "u");
const titled = new RegExp(`^\\p{Script=Han}{1,3}(?:${title})${note}$`, "u");
/** Matches names with dots, which some ethnic groups use, such as 买买提·艾力. */
const dotted = /^\p{Script=Han}{1,8}(?:[·•・.]\p{Script=Han}{1,8}){1,3}$/u;
const latin = /^(?:(?:Mr|Mrs|Ms|Miss|Dr)\.?\s)?\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’.-]*){1,3}$/u;

const notPerson = new RegExp(
  `\\b(?:${
    "room|flat|unit|floor|building|block|tower|road|street|district|city|province|factory|company|" +
    "ltd|co|suite|zone|park|plaza|house|centre|center|avenue|lane|estate|industrial|warehouse|gate|" +
    "village|town|county|new|area|technology|mold|mould"
  })\\b`,
  "i",
);

/** Returns true for a name in Latin letters, such as Li Lei or Mr. Chan Tai Man. */
export const isEnglishName = (piece: string): boolean => latin.test(piece) && !notPerson.test(piece);

type Certainty = "sure" | "possible";

/**
 * Returns how certain it is that a separate piece of the text is a person's name. "possible": the piece looks like a
 * name, but does not begin with a usual family name. Undefined: the piece is not a name.
 */
export function nameCertainty(piece: string): Certainty | undefined {
  const bare = bareName(piece);
  const isMarked = bare !== piece;
  if (dotted.test(bare) || isEnglishName(bare)) return "sure";
  if (titled.test(bare) && hasFamily(bare)) return "sure";
  if (!chinese.test(bare)) return undefined;
  const withoutNote = bare.replace(/\(.*\)$/, "");
  if (placeEnd.test(withoutNote) && !isMarked) return undefined;
  return hasFamily(bare) ? "sure" : "possible";
}

/** Returns `text` if it is a person's name that stands before an address without a separator; otherwise "". */
export function nameBefore(text: string): string {
  const length = doubleFamilies.test(text) ? [4, 3] : [3, 2];
  return hasFamily(text) && length.includes(text.length) && !placeEnd.test(text) ? text : "";
}

/** Finds a person's name that follows an address without a separator, such as 赵敏 in 纬五路18号赵敏. */
export function nameAfter(text: string): { readonly name: string; readonly at: number } | undefined {
  const end = text.replace(received, "").length;
  for (const length of [4, 3, 2]) {
    const at = end - length;
    const name = text.slice(at, end);
    if (at < 1 || !/[号室楼栋幢座层房库\dA-Za-z)]/.test(text.charAt(at - 1)) || !chinese.test(name)) continue;
    if (
      hasFamily(name) &&
      !placeEnd.test(name) &&
      (length < 4 || doubleFamilies.test(name) || titled.test(name))
    )
      return { name, at };
  }
  return undefined;
}
