import { workplaceFigures } from "@shotkeeper/contract/board";
import { menus } from "@shotkeeper/contract/menus";
import { newMoldLines } from "@shotkeeper/contract/new-mold";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { wallClock } from "@shotkeeper/ui/time";
import { Skeleton } from "antd";
import { Link } from "react-router";
import { FirstUseBanner } from "../first-use/first-use-banner.tsx";
import { PlacePlot } from "../places/place-plot.tsx";
import { ComplianceList } from "./compliance-list.tsx";
import { FigureCards } from "./figure-cards.tsx";
import { ForecastList } from "./forecast-list.tsx";
import { LatestWarnings } from "./latest-warnings.tsx";
import { NextMilestoneList } from "./next-milestone-list.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { ShotDays } from "./shot-days.tsx";
import { StateBar } from "./state-bar.tsx";
import { Todos } from "./todos.tsx";
import "./workplace.css";

const noInput = {};

function partOfDay(hour: number) {
  if (hour < 5 || hour >= 23) return "night";
  if (hour < 11) return "morning";
  if (hour < 13) return "noon";
  return hour < 18 ? "afternoon" : "evening";
}

/** Home page after the log-in: state of the molds, and open work. */
export default function WorkplaceScreen() {
  const { workplace: t } = useLocale();
  const { user, can, allows } = useSession();
  const query = useCommandData(workplaceFigures, noInput, {
    live: ["reading", "board", "warning"],
    every: 60_000,
  });
  const figures = query.data;
  const now = wallClock();
  const name = user.info.userName || user.info.userId;
  return (
    <div className="sk-workplace">
      <header className="sk-workplace-head">
        <h1>{t.greeting(partOfDay(now.hour()), name)}</h1>
        <span>{now.format("YYYY-MM-DD")}</span>
        <Shortcuts />
      </header>
      <FirstUseBanner />
      {figures ? (
        <FigureCards figures={figures} />
      ) : query.error ? (
        <Panel wait={query} />
      ) : (
        <div className="sk-kpis">
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <div key={n} className="sk-kpi">
              <Skeleton active title={{ width: "60%" }} paragraph={{ rows: 1 }} />
            </div>
          ))}
        </div>
      )}
      <Panel wait={query} lines={1}>
        {figures && <StateBar states={figures.states} />}
      </Panel>
      <div className="sk-workplace-grid">
        <div>
          {user.callerKind === "maker" && allows(newMoldLines.access) && <NextMilestoneList />}
          <Panel title={t.shots30} wait={query}>
            {figures && <ShotDays days={figures.days} />}
            {figures && figures.unknownDays > 0 && (
              <p className="sk-faint sk-workplace-note">{t.unknownDays(String(figures.unknownDays))}</p>
            )}
          </Panel>
          {can(menus.allWarnings, "Q") && <LatestWarnings />}
          <Panel title={t.compliance} wait={query}>
            {figures && <ComplianceList rows={figures.compliance} />}
          </Panel>
        </div>
        <div>
          <Panel className="sk-workplace-todos" title={t.todos} wait={query}>
            {figures && <Todos figures={figures} />}
          </Panel>
          {can(menus.mold, "Q") && (
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
          <Panel title={t.places} wait={query}>
            {figures && (
              <>
                <PlacePlot places={figures.places} label={t.places} empty={t.noPlaces} />
                <p className="sk-faint sk-workplace-note">{t.placesHint}</p>
              </>
            )}
          </Panel>
        </div>
      </div>
    </div>
  );
}
