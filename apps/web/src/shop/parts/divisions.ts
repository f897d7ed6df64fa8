import type { Divisions } from "@shotkeeper/contract/shop";
import data from "./divisions.json";

/**
 * Chinese provinces, cities, and counties or districts. Source: Ministry of Civil Affairs, through lcn 7.2.2 (MIT,
 * caijf).
 */
export const divisions: Divisions = data;
