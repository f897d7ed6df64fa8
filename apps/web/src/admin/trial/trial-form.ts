import type { moldTrial } from "@shotkeeper/contract/trial";
import { useLocale } from "@shotkeeper/ui/app";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { DeviceInput, OldMoldInput } from "../pickers.tsx";
import { ParametersInput } from "./parameters-input.tsx";

type TrialField = keyof (typeof moldTrial)["fields"] & string;

export function useTrialForm(): EntityFormSpec<TrialField> {
  const { trial: t } = useLocale();
  return useMemo(
    () => ({
      sections: [
        {
          title: t.sections.what,
          fields: [
            "trialId",
            "moldNo",
            "trialReason",
            "requester",
            "trialDate",
            "deviceId",
            "rawMaterial",
            "remark",
          ],
        },
        { title: t.sections.settings, fields: ["parameters"] },
      ],
      inputs: { moldNo: OldMoldInput, deviceId: DeviceInput, parameters: ParametersInput },
      hints: t.hints,
    }),
    [t],
  );
}
