import { type EnumValue, type Refusal, refusals } from "../kernel/index.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { deviceState } from "./device.entity.ts";

interface MachineFacts {
  readonly deviceState: EnumValue<typeof deviceState> | null;
  readonly pressTonnage: number | null;
  readonly plantId: string | null;
  /** Number of the mold that is mounted on the machine; null if the machine is free. */
  readonly moldNo: string | null;
}

interface MoldFacts {
  readonly serviceState: EnumValue<typeof serviceState> | null;
  readonly pressTonnage: number | null;
  readonly plantId: string | null;
  /** Id of the machine on which the mold is mounted; null if the mold is on no machine. */
  readonly deviceId: string | null;
}

/** Returns why a mold may not be mounted on a machine now. Returns undefined if mounting is allowed. */
export function refuseMount(d: MachineFacts, m: MoldFacts, reason: string | null): Refusal | undefined {
  if (m.deviceId !== null) return refusals.moldAlreadyMounted(m.deviceId);
  if (d.moldNo !== null) return refusals.machineOccupied(d.moldNo);
  if (m.serviceState === serviceState.values.scrapped) return refusals.wrongState();
  if (d.deviceState !== deviceState.values.inService) return refusals.wrongState();
  if (m.plantId !== d.plantId) return refusals.differentPlants();
  if ((m.pressTonnage ?? 0) > (d.pressTonnage ?? 0) && reason === null)
    return refusals.machineTooSmall(m.pressTonnage ?? 0);
  return undefined;
}
