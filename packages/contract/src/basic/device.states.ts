import type { EnumValue, ErrorCode } from "../kernel/index.ts";
import { deviceState } from "./device.entity.ts";
import { serviceState } from "./mold.entity.ts";

interface MachineFacts {
  readonly deviceState: EnumValue<typeof deviceState> | null;
  readonly pressTonnage: number | null;
  readonly plantId: string | null;
  /** The mold that is on it. */
  readonly moldNo: string | null;
}

interface MoldFacts {
  readonly serviceState: EnumValue<typeof serviceState> | null;
  readonly pressTonnage: number | null;
  readonly plantId: string | null;
  /** The machine that it is on. */
  readonly deviceId: string | null;
}

/** Why a mold may not be mounted on a machine now; undefined when it may. */
export function refuseMount(
  d: MachineFacts,
  m: MoldFacts,
  reason: string | null,
): { readonly code: ErrorCode; readonly arg?: string } | undefined {
  if (m.deviceId !== null) return { code: "S0225", arg: m.deviceId };
  if (d.moldNo !== null) return { code: "S0224", arg: d.moldNo };
  if (m.serviceState === serviceState.values.scrapped) return { code: "S0212" };
  if (d.deviceState !== deviceState.values.inService) return { code: "S0212" };
  if (m.plantId !== d.plantId) return { code: "S0227" };
  if ((m.pressTonnage ?? 0) > (d.pressTonnage ?? 0) && reason === null)
    return { code: "S0223", arg: String(m.pressTonnage) };
  return undefined;
}
