import { DatePicker as AntdPicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat";
import localeData from "dayjs/plugin/localeData";
import weekday from "dayjs/plugin/weekday";
import weekOfYear from "dayjs/plugin/weekOfYear";
import { wallClock } from "../time/index.ts";

for (const plugin of [customParseFormat, localeData, weekday, weekOfYear]) dayjs.extend(plugin);

/** Returns dayjs's name of a language: "zh-cn" for "zh_CN", "en" for "en_US". */
const nameOf = (locale: string) => (locale.startsWith("zh") ? locale.replace("_", "-").toLowerCase() : "en");

/**
 * Date picker of antd in the tenant's time zone. The standard picker uses the browser's zone for "today" and for typed
 * times.
 */
export const DatePicker = AntdPicker.generatePicker<Dayjs>({
  getNow: () => wallClock(),
  getFixedDate: (text) => dayjs.utc(text),
  getEndDate: (d) => d.endOf("month"),
  getWeekDay: (d) => d.day(),
  getYear: (d) => d.year(),
  getMonth: (d) => d.month(),
  getDate: (d) => d.date(),
  getHour: (d) => d.hour(),
  getMinute: (d) => d.minute(),
  getSecond: (d) => d.second(),
  getMillisecond: (d) => d.millisecond(),
  addYear: (d, n) => d.add(n, "year"),
  addMonth: (d, n) => d.add(n, "month"),
  addDate: (d, n) => d.add(n, "day"),
  setYear: (d, n) => d.year(n),
  setMonth: (d, n) => d.month(n),
  setDate: (d, n) => d.date(n),
  setHour: (d, n) => d.hour(n),
  setMinute: (d, n) => d.minute(n),
  setSecond: (d, n) => d.second(n),
  setMillisecond: (d, n) => d.millisecond(n),
  isAfter: (a, b) => a.isAfter(b),
  isValidate: (d) => d.isValid(),
  locale: {
    getWeekFirstDay: (l) => wallClock().locale(nameOf(l)).localeData().firstDayOfWeek(),
    getWeekFirstDate: (l, d) => d.locale(nameOf(l)).weekday(0),
    getWeek: (l, d) => d.locale(nameOf(l)).week(),
    getShortWeekDays: (l) => wallClock().locale(nameOf(l)).localeData().weekdaysMin(),
    getShortMonths: (l) => wallClock().locale(nameOf(l)).localeData().monthsShort(),
    format: (l, d, format) => d.locale(nameOf(l)).format(format),
    parse: (l, text, formats) => {
      for (const format of formats) {
        const d = dayjs.utc(text, format, true);
        if (d.isValid()) return d.locale(nameOf(l));
      }
      return null;
    },
  },
});
