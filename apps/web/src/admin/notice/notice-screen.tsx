import { ToneTag, useLocale } from "@shotkeeper/ui/app";
import { Segmented } from "antd";
import { useSearchParams } from "react-router";
import { OutboxTab } from "./outbox-tab.tsx";
import { useChannels } from "./rule-cells.tsx";
import { RuleTab } from "./rule-tab.tsx";
import { TemplateTab } from "./template-tab.tsx";
import "./notice.css";

const tabs = { rules: RuleTab, templates: TemplateTab, log: OutboxTab } as const;
type TabName = keyof typeof tabs;

/** Screen of notice rules, templates and the log. A hint is shown on top if mail is not configured. */
export default function NoticeScreen() {
  const t = useLocale().notice;
  const [params, setParams] = useSearchParams();
  const channels = useChannels();
  const requested = params.get("tab");
  const name: TabName = requested === "templates" || requested === "log" ? requested : "rules";
  const Tab = tabs[name];
  const head = (
    <Segmented<TabName>
      value={name}
      onChange={(tab) => setParams(tab === "rules" ? {} : { tab }, { replace: true })}
      options={(Object.keys(tabs) as TabName[]).map((value) => ({ value, label: t.tabs[value] }))}
    />
  );
  return (
    <div className="sk-notice-screen">
      {channels?.mailFrom === null && (
        <p className="sk-notice-off">
          <ToneTag tone="attention">{t.mailOffShort}</ToneTag>
          {t.mailOff}
        </p>
      )}
      <Tab key={name} head={head} />
    </div>
  );
}
