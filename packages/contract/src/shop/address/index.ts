export { type AddressPart, type RecognizedAddress, recognizeAddress } from "./address.ts";
export type { Readings } from "./english.ts";
export { anyPhonePattern, fixedLinePattern, mobilePattern } from "./phone.ts";
export type { Divisions } from "./place.ts";
export { addressParts } from "./text.ts";
