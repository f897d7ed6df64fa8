import { LoadingOutlined } from "@ant-design/icons";
import type { FirstUseFacts } from "@shotkeeper/contract/first-use";
import { menus } from "@shotkeeper/contract/menus";
import { importMolds, mold } from "@shotkeeper/contract/mold";
import { menuLabel } from "@shotkeeper/locales";
import { useLocale } from "@shotkeeper/ui/app";
import { ImportButton, useImportSpec } from "@shotkeeper/ui/import";
import { Button, Typography } from "antd";
import { useNavigate } from "react-router";
import { moldImportNames } from "../mold-import-names.ts";

/** Step of the set-up page that links to the form for a new user. */
export function PeopleStep() {
  const { firstUse: t } = useLocale();
  const navigate = useNavigate();
  return (
    <div className="sk-first-use-actions">
      <Button type="primary" onClick={() => navigate("/system/user?add")}>
        {t.people.add}
      </Button>
    </div>
  );
}

/** Step of the set-up page that imports molds from a spreadsheet. */
export function MoldsStep() {
  const locale = useLocale();
  const t = locale.firstUse.molds;
  const navigate = useNavigate();
  const spec = useImportSpec({
    command: importMolds,
    fields: mold.fields,
    names: moldImportNames,
    noun: menuLabel(locale.menus, menus.mold),
  });
  return (
    <div className="sk-first-use-actions">
      {spec && <ImportButton id="first-use-molds" spec={spec} />}
      <Button onClick={() => navigate("/basic/mold?add")}>{t.one}</Button>
      <Button type="link" onClick={() => navigate("/basic/mold")}>
        {t.list}
      </Button>
    </div>
  );
}

/** Step of the set-up page that shows the address to which counters report, and waits for the first reading. */
export function ReadingStep({ facts }: { readonly facts: FirstUseFacts }) {
  const { firstUse: t } = useLocale();
  const navigate = useNavigate();
  return (
    <div className="sk-first-use-actions">
      <span>{t.reading.address}</span>
      <Typography.Text code copyable>
        {new URL("jsq", window.location.origin + window.location.pathname).href}
      </Typography.Text>
      {facts.reporting === 0 && (
        <span role="status">
          <LoadingOutlined /> {t.reading.waiting}
        </span>
      )}
      <Button type="link" onClick={() => navigate("/counter/log")}>
        {t.reading.log}
      </Button>
    </div>
  );
}
