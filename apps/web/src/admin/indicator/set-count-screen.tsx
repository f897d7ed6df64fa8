import { setCountOrders } from "@shotkeeper/contract/indicator";
import { orderState } from "@shotkeeper/contract/production";
import { ChoiceTag, ReachedBar } from "@shotkeeper/ui/cells";
import { MoldLink } from "../links.tsx";
import { IndicatorScreen } from "./indicator-screen.tsx";
import type { IndicatorSpec } from "./spec.ts";

const spec: IndicatorSpec<typeof setCountOrders> = {
  name: "setCount",
  query: setCountOrders,
  columns: [
    { name: "orderId", pin: "left", width: 140 },
    { name: "moldNo", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
    { name: "setCountRate", width: 150, cell: (row) => <ReachedBar percent={row.setCountRate} /> },
    "plannedShots",
    "countedShots",
    "overShots",
    "metOnTime",
    { name: "plannedEnd", width: 160 },
    { name: "endedAt", width: 160 },
    {
      name: "orderState",
      width: 100,
      cell: (row) => (
        <ChoiceTag
          of={orderState}
          value={row.orderState}
          tones={{
            draft: "neutral",
            submitted: "info",
            audited: "info",
            closed: "neutral",
            running: "good",
            done: "good",
          }}
        />
      ),
    },
    { name: "plantName", width: 200 },
    { name: "projectName", width: 160 },
  ],
  facts: ({ now: { parts: p } }, { locale: { indicator: t }, f }) => {
    const of = (a = 0, b = 0) => f.progress(b > 0 ? (a / b) * 100 : null);
    return [
      { label: t.parts.orders, value: f.whole(p.orders) },
      { label: t.parts.metOrders, value: f.whole(p.metOrders), note: of(p.metOrders, p.orders) },
      { label: t.parts.planned, value: f.compact(p.planned) },
      { label: t.parts.counted, value: f.compact(p.counted) },
      { label: t.parts.made, value: f.compact(p.made) },
      { label: t.parts.over, value: f.compact(p.over), note: of(p.over, p.planned) },
    ];
  },
};

export default function SetCountScreen() {
  return <IndicatorScreen spec={spec} />;
}
