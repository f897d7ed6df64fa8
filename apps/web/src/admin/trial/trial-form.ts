import { moldTrial } from "@shotkeeper/contract/trial";
import { useLocale } from "@shotkeeper/ui/app";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { dictionaryInput } from "../dictionary-input.tsx";
import { DeviceInput, OldMoldInput } from "../pickers.tsx";
import { ParametersInput } from "./parameters-input.tsx";

type TrialField = keyof (typeof moldTrial)["fields"] & string;

const inputs = {
  moldNo: OldMoldInput,
  deviceId: DeviceInput,
  rawMaterial: dictionaryInput("ROW_STOCK", moldTrial.fields.rawMaterial),
  parameters: ParametersInput,
};

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
      inputs,
      hints: t.hints,
    }),
    [t],
  );
}
