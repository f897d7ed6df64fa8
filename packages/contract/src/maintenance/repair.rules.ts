import { decodeOutput, decodeValue, encodeOutput, type Field, field } from "../kernel/index.ts";

/** Dictionaries with the tenant's own words for repairs. A new tenant gets the usual terms of the industry. */
export const repairLists = {
  faultCode: "REPAIR_FAULT",
  causeCode: "REPAIR_CAUSE",
  measureCode: "REPAIR_MEASURE",
  componentCode: "MOLD_COMPONENT",
} as const;
export type RepairCode = keyof typeof repairLists;
export const repairCodes = Object.keys(repairLists) as RepairCode[];

/** Largest number of findings of one repair. */
export const maxFindings = 30;
/** Largest cavity number that a finding may name. */
export const maxCavity = 999;

const code = field.text(50);

/** Fields of a finding in a request: fault, cause, component, cavity, measure and note. */
export const findingFields = {
  faultCode: field.text(50, { required: true }),
  causeCode: code,
  measureCode: code,
  componentCode: code,
  cavity: field.int({ min: 1, max: maxCavity }),
  findingNote: field.text(200),
} as const;

export interface Finding {
  readonly faultCode: string;
  readonly causeCode: string | null;
  readonly measureCode: string | null;
  readonly componentCode: string | null;
  readonly cavity: number | null;
  readonly findingNote: string | null;
}
/** A finding with wire names: FAULT_CODE, CAUSE_CODE and so on. */
export type WireFinding = Readonly<Record<string, unknown>>;

/** Returns whether a value is null or a text that the field allows. Throws S0019 if the text contains markup. */
const isText = (value: unknown, f: Field): value is string | null =>
  value === null || (typeof value === "string" && decodeValue(value, f) !== undefined);

/**
 * Parses findings from the wire. If a field of a finding is invalid, returns the name of this field. If the list itself
 * is invalid, returns "findings". Throws S0019 if a text contains markup.
 */
export function readFindings(value: unknown): readonly Finding[] | keyof Finding | "findings" {
  if (!Array.isArray(value) || value.length > maxFindings) return "findings";
  const findings: Finding[] = [];
  for (const row of value as readonly unknown[]) {
    if (typeof row !== "object" || row === null) return "findings";
    const read = decodeOutput({ ...row }, findingFields);
    const given: Readonly<Record<string, unknown>> = { ...read };
    const of = (name: keyof Finding) => given[name] ?? null;
    const [faultCode, causeCode, measureCode, componentCode, cavity, findingNote] = [
      of("faultCode"),
      of("causeCode"),
      of("measureCode"),
      of("componentCode"),
      of("cavity"),
      of("findingNote"),
    ];
    if (!isText(faultCode, findingFields.faultCode) || !faultCode) return "faultCode";
    if (!isText(causeCode, findingFields.causeCode)) return "causeCode";
    if (!isText(measureCode, findingFields.measureCode)) return "measureCode";
    if (!isText(componentCode, findingFields.componentCode)) return "componentCode";
    if (!isText(findingNote, findingFields.findingNote)) return "findingNote";
    if (cavity !== null && !(Number.isInteger(cavity) && Number(cavity) >= 1 && Number(cavity) <= maxCavity))
      return "cavity";
    findings.push({
      faultCode,
      causeCode: causeCode || null,
      measureCode: measureCode || null,
      componentCode: componentCode || null,
      cavity: cavity === null ? null : Number(cavity),
      findingNote: findingNote?.trim() || null,
    });
  }
  return findings;
}

export const writeFindings = (findings: readonly Partial<Finding>[]): WireFinding[] =>
  findings.map((f) => encodeOutput({ ...f }, findingFields));
