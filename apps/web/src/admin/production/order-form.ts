import type { productionOrder } from "@shotkeeper/contract/production";
import { useLocale } from "@shotkeeper/ui/app";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { useMemo } from "react";
import { DeviceInput, MoldInput } from "../pickers.tsx";

type OrderField = keyof (typeof productionOrder)["fields"] & string;

export function useOrderForm(): EntityFormSpec<OrderField> {
  const t = useLocale().production.order;
  return useMemo(
    () => ({
      sections: [
        {
          title: t.sections.what,
          fields: ["orderId", "moldNo", "plannedShots", "cavities", "productNo", "productParameter"],
        },
        { title: t.sections.plan, fields: ["plannedStart", "plannedEnd", "deviceId", "remark"] },
      ],
      inputs: { moldNo: MoldInput, deviceId: DeviceInput },
      hints: t.hints,
    }),
    [t],
  );
}
