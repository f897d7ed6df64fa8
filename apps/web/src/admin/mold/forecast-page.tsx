import { moldForecasts } from "@shotkeeper/contract/indicator";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Battery, type Columns, Deviation, EmptyHint, UsedBar } from "@shotkeeper/ui/cells";
import { QueryGrid } from "@shotkeeper/ui/list";
import { useTabTitle } from "@shotkeeper/ui/shell";
import { useNow } from "@shotkeeper/ui/time";
import { useNavigate } from "react-router";
import { MoldLink } from "../links.tsx";
import { moldPath } from "../paths.ts";
import "./forecast.css";

const soonMs = 30 * 86_400_000;

function Due({
  at,
  from,
  to,
}: {
  readonly at: string | null;
  readonly from: string | null;
  readonly to: string | null;
}) {
  const { indicator: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  if (!at) return <span className="sk-faint">–</span>;
  const left = Date.parse(at) - now;
  const range = to ? t.forecast.range(f.date(from), f.date(to)) : t.forecast.open(f.date(from));
  return (
    <span
      className="sk-figure"
      data-level={left <= 0 ? "bad" : left < soonMs ? "attention" : undefined}
      title={range}
    >
      {left <= 0 ? t.forecast.reached : f.date(at)}
    </span>
  );
}

const columns: Columns<typeof moldForecasts> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "moldName", width: 200 },
  { name: "lifeUsed", width: 140, cell: (row) => <UsedBar percent={row.lifeUsed} /> },
  {
    name: "lifeEnd",
    onCard: true,
    width: 130,
    cell: (r) => <Due at={r.lifeEnd} from={r.lifeEarliest} to={r.lifeLatest} />,
  },
  {
    name: "majorDue",
    width: 130,
    cell: (r) => <Due at={r.majorDue} from={r.majorEarliest} to={r.majorLatest} />,
  },
  {
    name: "dailyDue",
    onCard: true,
    width: 130,
    cell: (r) => <Due at={r.dailyDue} from={r.dailyEarliest} to={r.dailyLatest} />,
  },
  { name: "battery", width: 90, cell: (row) => <Battery percent={row.battery} /> },
  {
    name: "batteryEnd",
    width: 130,
    cell: (r) => <Due at={r.batteryEnd} from={r.batteryEarliest} to={r.batteryLatest} />,
  },
  {
    name: "cycleDrift",
    width: 110,
    cell: (r) => <Deviation percent={r.cycleDrift} tolerance={r.isDrifting ? 1 : 100} />,
  },
  "recentCycle",
  "usualCycle",
  { name: "plantName", width: 200 },
  { name: "projectName", width: 160 },
  { name: "forecastAt", width: 160 },
];
const soonest = [{ field: "lifeEnd", direction: "asc" }] as const;

/**
 * Page with the forecasts of all molds, for example when they reach the end of their life. The mold with the nearest
 * end of life comes first.
 */
export default function ForecastPage() {
  const { indicator: t } = useLocale();
  const navigate = useNavigate();
  useTabTitle(t.forecast.page);
  return (
    <div className="sk-list">
      <QueryGrid
        query={moldForecasts}
        columns={columns}
        search={["moldNo", "moldName"]}
        sort={soonest}
        onOpen={(row) => navigate(moldPath(row.moldNo))}
        empty={<EmptyHint title={t.forecast.empty} hint={t.forecast.emptyHint} />}
      />
    </div>
  );
}
