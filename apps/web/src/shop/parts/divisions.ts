import type { Divisions, Readings } from "@shotkeeper/contract/shop";
import data from "./divisions.json";
import pinyin from "./readings.json";

/**
 * Chinese provinces, cities, and counties or districts. Source: Ministry of Civil Affairs, through lcn 7.2.2 (MIT,
 * caijf). A city directly under a province has one district, the city itself, because people select it in this way.
 * Hong Kong, Macao and Taiwan have their own districts.
 */
export const divisions: Divisions = data;

/** Pinyin of the characters in `divisions`, from pinyin-pro 3.29.4 (MIT, zhshn), with corrected names of places. */
export const readings: Readings = pinyin;
