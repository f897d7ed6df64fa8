import { parameter, parameterList } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import type { EntityFormSpec } from "@shotkeeper/ui/form";
import { ListScreen } from "@shotkeeper/ui/list";
import { Segmented } from "antd";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { BytesInput } from "./bytes-input.tsx";
import { Thresholds } from "./thresholds.tsx";
import "./system.css";

const columns: Columns<typeof parameterList> = [
  { name: "prmId", pin: "left", width: 216 },
  { name: "prmValue", width: 240 },
  { name: "remark", width: 260 },
  { name: "updatedBy", width: 104 },
  "updatedDate",
];

type ParameterField = keyof (typeof parameter)["fields"] & string;

/**
 * Screen with two tabs: the parameters that Shotkeeper knows, with descriptions and units, and a list of all
 * parameters.
 */
export default function ParameterScreen() {
  const t = useLocale().system.parameter;
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab") === "all" ? "all" : "known";
  const form = useMemo(
    (): EntityFormSpec<ParameterField> => ({
      sections: [{ fields: ["prmId", "prmValue", "remark"] }],
      inputs: { prmValue: BytesInput },
      hints: { prmId: t.idHint },
    }),
    [t],
  );
  const head = (
    <Segmented<typeof tab>
      value={tab}
      onChange={(to) => setParams(to === "all" ? { tab: to } : {}, { replace: true })}
      options={[
        { value: "known", label: t.known },
        { value: "all", label: t.all },
      ]}
    />
  );
  if (tab === "known") return <Thresholds head={head} />;
  return (
    <ListScreen
      query={parameterList}
      entity={parameter}
      columns={columns}
      form={form}
      search={["prmId", "prmValue", "remark"]}
      toolbar={head}
      emptyHint={t.emptyHint}
    />
  );
}
