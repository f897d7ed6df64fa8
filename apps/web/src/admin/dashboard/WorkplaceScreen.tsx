import { workplaceFigures } from "@shotkeeper/contract/board";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel, useRun } from "@shotkeeper/ui/screen";
import { Skeleton } from "antd";
import { Link } from "react-router";
import { PlacePlot } from "../places/PlacePlot.tsx";
import { ComplianceList } from "./ComplianceList.tsx";
import { FigureCards } from "./FigureCards.tsx";
import { ForecastList } from "./ForecastList.tsx";
import { LatestWarnings } from "./LatestWarnings.tsx";
import { Shortcuts } from "./Shortcuts.tsx";
import { ShotDays } from "./ShotDays.tsx";
import { StateBar } from "./StateBar.tsx";
import { Todos } from "./Todos.tsx";
import "./workplace.css";

const noInput = {};

function partOfDay(hour: number) {
  if (hour < 5 || hour >= 23) return "night";
  if (hour < 11) return "morning";
  if (hour < 13) return "noon";
  return hour < 18 ? "afternoon" : "evening";
}

/** The first page of the day: how the molds are, and what waits for me. */
export default function WorkplaceScreen() {
  const { dashboard: t } = useLocale();
  const { user, can } = useSession();
  const f = useFormats();
  const asked = useRun(workplaceFigures, noInput, { live: ["reading", "board", "warning"], every: 60_000 });
  const figures = asked.data;
  const now = new Date();
  const name = user.info.USERNAME || user.info.USER_ID;
  return (
    <div className="sk-workplace">
      <header className="sk-workplace-head">
        <h1>{t.greeting(partOfDay(now.getHours()), name)}</h1>
        <span>{f.date(now)}</span>
        <Shortcuts />
      </header>
      {figures ? (
        <FigureCards figures={figures} />
      ) : asked.error ? (
        <Panel wait={asked} />
      ) : (
        <div className="sk-kpis">
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <div key={n} className="sk-kpi">
              <Skeleton active title={{ width: "60%" }} paragraph={{ rows: 1 }} />
            </div>
          ))}
        </div>
      )}
      <Panel wait={asked} lines={1}>
        {figures && <StateBar states={figures.STATES} />}
      </Panel>
      <div className="sk-workplace-grid">
        <div>
          <Panel title={t.shots30} wait={asked}>
            {figures && <ShotDays days={figures.DAYS} />}
          </Panel>
          {can("WA100", "Q") && <LatestWarnings />}
          <Panel title={t.compliance} wait={asked}>
            {figures && <ComplianceList rows={figures.COMPLIANCE} />}
          </Panel>
        </div>
        <div>
          <Panel title={t.todos} wait={asked}>
            {figures && <Todos figures={figures} />}
          </Panel>
          {can("BS101", "Q") && (
            <Panel
              title={t.forecast.title}
              extra={
                <Link className="sk-link" to="/basic/forecast">
                  {t.forecast.all}
                </Link>
              }
            >
              <ForecastList />
            </Panel>
          )}
          <Panel title={t.places} wait={asked}>
            {figures && (
              <>
                <PlacePlot places={figures.PLACES} label={t.places} empty={t.noPlaces} />
                <p className="sk-faint sk-workplace-note">{t.placesHint}</p>
              </>
            )}
          </Panel>
        </div>
      </div>
    </div>
  );
}
