import { mold, serviceState } from "@shotkeeper/contract/mold";
import { useLocale } from "@shotkeeper/ui/app";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { dictionaryInput } from "../dictionary-input.tsx";
import { MoldCustomerInput, MoldMakerInput, MoldPlantInput, OemInput } from "../pickers.tsx";

type MoldField = keyof (typeof mold)["fields"] & string;

const inputs = {
  oemId: OemInput,
  plantId: MoldPlantInput,
  makerId: MoldMakerInput,
  custId: MoldCustomerInput,
  moldType: dictionaryInput("MOLD_TYPE", mold.fields.moldType),
  rawMaterial: dictionaryInput("ROW_STOCK", mold.fields.rawMaterial),
};

/**
 * Returns the specification of the form to add and edit a mold. The list of molds and the mold's page share this form.
 */
export function useMoldForm(): EntityFormSpec<MoldField> {
  const { mold: t } = useLocale();
  return useMemo(() => {
    const s = t.sections;
    return {
      sections: [
        {
          // Shows the required fields first, so that a user can add a mold without reading the other fields.
          title: s.essentials,
          fields: [
            "moldNo",
            "oemId",
            "plannedT0",
            "handoverDate",
            "dailyMaintenanceHours",
            "majorMaintenanceHours",
          ],
        },
        {
          title: s.identity,
          fields: ["moldName", "moldType", "moldAge", "serviceState", "openingCount", "remark"],
        },
        {
          title: s.ownership,
          fields: ["plantId", "makerId", "projectNo", "projectName", "projectManager", "moldPm", "custId"],
        },
        {
          title: s.process,
          fields: [
            "productNo",
            "productPlatform",
            "cavities",
            "lifeTenThousands",
            "standardCycle",
            "cycleTolerance",
            "productWeight",
            "rawMaterial",
            "pressTonnage",
          ],
        },
        { title: s.maintenance, fields: ["majorMaintenanceShots"] },
        { title: s.runner, fields: ["runnerType", "runnerName"] },
      ],
      inputs,
      hints: t.hints,
      initial: { serviceState: serviceState.values.inService, cavities: 1 },
    };
  }, [t]);
}
