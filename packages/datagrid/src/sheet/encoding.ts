import type { Encoding } from "./types.ts";

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((b, i) => bytes[i] === b);

/**
 * Frequent Chinese characters, which distinguish the Chinese encodings. Text that was decoded with a wrong encoding
 * contains few of them. `both` lists the characters that simplified and traditional Chinese share.
 */
const both =
  "的一是不了人我在有他中大上到以地也子就可下年那多天得水出能生成分用方工同本加作定二三四五六七八九十月日前主行合力理物表名品件重量度期公司内外小高長料次型明由人入金石全部安全位址備注用口心手自己立文字元化色白黑";
const simplified =
  "编号产数时间种类单价质户规格备订维护检验状态计划书图号机压注塑线总实际对应该开关经过发报设称车场员厂颜标准联系电话传真说两从个们这来为国后会还动进达现点样东西项级组织统业务资区测试审阶试验仓库订购货请单";
const traditional =
  "編號產數時間種類單價質戶規備訂維護檢驗狀態計劃書圖機壓塑線總實際對應該開關經過發報設稱車場員廠顏標準聯繫電話傳說兩從個們這來為國後會還動進達現點樣東項級組織統業務資區測試審階試驗倉庫訂購貨請簡";
const common: Readonly<Partial<Record<Encoding, ReadonlySet<string>>>> = {
  gb18030: new Set(both + simplified),
  big5: new Set(both + traditional),
  shift_jis: new Set(both),
};
const kana = /[\u3041-\u30fe]/;
/**
 * Matches characters that wrong decodings often produce: half-width katakana, private-use characters, rare ideographs
 * and Hangul.
 */
const rare = /[\uff61-\uff9f\ue000-\uf8ff\u3400-\u4dbf\uac00-\ud7a3]/;

/** The encoding is detected from this number of bytes at the start of a file. */
const SAMPLE = 1 << 16;

function scoreOf(text: string, encoding: Encoding): number {
  const frequent = common[encoding];
  let [good, bad, all] = [0, 0, 0];
  for (const c of text) {
    if (c < "\u0080") continue;
    all++;
    if (c === "\uFFFD") bad += 3;
    else if (rare.test(c)) bad++;
    else if (frequent?.has(c) || (encoding === "shift_jis" && kana.test(c))) good++;
  }
  return all === 0 ? 0 : (good - 2 * bad) / all;
}

const legacy = ["gb18030", "big5", "shift_jis"] as const;

const [small, great, high] = ["[ß-öø-ÿ]", "[À-ÖØ-Þ]", "[\\u0080-\\uffff]"];
/**
 * Matches characters above ASCII that show that a text is Western: letters with accents beside other letters, as in
 * "für" and "Größe", and the signs in °C and µm. Also matches a character that cannot be the first of the two bytes of
 * a Chinese or Japanese character, because the next character cannot be the second byte.
 */
const western = new RegExp(
  `(?<!${high})(?:${small}(?=[a-z])|${great}(?=[a-z])|(?<=[A-Z])${great}(?=[A-Z])|` +
    `(?<=[a-z])${small}{2}(?=[a-z])|°(?=[CF])|µ(?=m)|${high}(?![@-~]))(?!${high})`,
  "g",
);
/**
 * If the best score of the Chinese and Japanese encodings is higher than this, the text is not Western. The score
 * (`scoreOf`) is the share of frequent Chinese or Japanese characters among the characters above ASCII, minus a penalty
 * for characters that wrong decodings produce.
 */
const MAX_WESTERN_SCORE = 0.2;

/**
 * Returns true if more than half of the groups of successive characters above ASCII look Western (`western`). In a
 * Chinese or Japanese text, few groups do.
 */
function isWestern(text: string): boolean {
  const groups = text.match(new RegExp(`${high}+`, "g"))?.length ?? 0;
  return (text.match(western)?.length ?? 0) > groups / 2;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Detects UTF-16 without a byte order mark, and returns its byte order. In UTF-16, every second byte of Latin letters
 * and line breaks is 0.
 */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  const part = bytes.subarray(0, 8192);
  for (const [i, b] of part.entries()) if (b === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = part.length / 40;
  if (odd > enough && even <= odd / 20) return "utf-16le";
  return even > enough && odd <= even / 20 ? "utf-16be" : undefined;
}

/** Returns the encoding of a text. Returns undefined if the bytes are not text. */
export function encodingOf(bytes: Uint8Array): Encoding | undefined {
  if (starts(bytes, 0xff, 0xfe)) return "utf-16le";
  if (starts(bytes, 0xfe, 0xff)) return "utf-16be";
  if (bytes.subarray(0, 8192).includes(0)) return utf16Of(bytes);
  if (isUtf8(bytes)) return "utf-8";
  const sample = bytes.subarray(0, SAMPLE);
  const scored = legacy.map((encoding) => {
    const text = new TextDecoder(encoding).decode(sample);
    return { encoding, text, score: scoreOf(text, encoding) };
  });
  const likely = scored.reduce((a, b) => (b.score > a.score ? b : a));
  const latin = { encoding: "windows-1252", text: decode(sample, "windows-1252") } as const;
  const best = likely.score <= MAX_WESTERN_SCORE && isWestern(latin.text) ? latin : likely;
  // Returns undefined for binary data such as a picture. Even in the best encoding, its text has many invalid
  // characters.
  const start = best.text.slice(0, 8192);
  const wrong = [...start].filter((c) => c === "\uFFFD" || (c < " " && !/\s/.test(c))).length;
  return wrong > start.length / 50 ? undefined : best.encoding;
}

export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes);
