import { useLocale } from "@shotkeeper/ui/app";
import { Segmented } from "antd";
import { useNavigate } from "react-router";

const paths = { rate: "/indicator/idle", causes: "/indicator/causes" } as const;
type Tab = keyof typeof paths;

/** Switch between the two pages of idle molds: the rate, and the causes. */
export function IdleTabs({ current }: { readonly current: Tab }) {
  const { indicator: t } = useLocale();
  const navigate = useNavigate();
  return (
    <div className="sk-idle-tabs">
      <Segmented<Tab>
        value={current}
        onChange={(tab) => navigate(paths[tab])}
        options={[
          { value: "rate", label: t.causes.rate },
          { value: "causes", label: t.causes.title },
        ]}
      />
    </div>
  );
}
