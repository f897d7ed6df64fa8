import { DeleteOutlined, PlayCircleOutlined, PlusOutlined } from "@ant-design/icons";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import {
  runScript,
  type ScriptParameter,
  type ScriptResult,
  saveScript,
  script,
  scriptList,
  scriptViews,
} from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useCommandData, useInvalidateData, useRemove, useRows } from "@shotkeeper/ui/data";
import { Button, Collapse, Input } from "antd";
import { useState } from "react";
import { ScriptParameters } from "./script-parameters.tsx";
import { ScriptRows } from "./script-rows.tsx";
import "./system.css";
import "./script.css";

type Script = QueryRow<typeof scriptList>;

const example = "select mold_no, mold_name from mold order by mold_no";

/** Screen of the tenant's scripts: list of saved scripts, editor, and result of the last run. */
export default function ScriptScreen() {
  const { administration, shell, menus, screen } = useLocale();
  const t = administration.script;
  const { allows, mayWrite } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const remove = useRemove(script);
  const saved = useRows(scriptList, { limit: 500 });
  const views = useCommandData(scriptViews, {});
  const [opened, setOpened] = useState<Script>();
  const [statement, setStatement] = useState("");
  const [parameters, setParameters] = useState<readonly ScriptParameter[]>([]);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [result, setResult] = useState<ScriptResult>();
  const [isSaving, setSaving] = useState(false);
  const maySave = allows(saveScript.access);

  const open = (s: Script | undefined) => {
    setOpened(s);
    setStatement(s?.sqlText ?? "");
    setParameters(s?.scriptParameters ?? []);
    setValues({});
    setResult(undefined);
  };
  const run = async () => {
    const input = maySave ? { statement, scriptParameters: parameters } : {};
    const answer = await act(() =>
      client.run(runScript, { ...input, scriptId: opened?.scriptId ?? null, scriptValues: values }),
    );
    // Replaces the earlier result even if this run fails. Otherwise the earlier result would look like the result of
    // this run.
    setResult(answer);
  };

  return (
    <div className="sk-scripts">
      <div className="sk-scripts-side">
        <Panel
          title={t.saved}
          wait={saved}
          extra={
            maySave && (
              <Button size="small" icon={<PlusOutlined />} onClick={() => open(undefined)}>
                {t.fresh}
              </Button>
            )
          }
        >
          {saved.data?.rows.length === 0 && <p className="sk-faint">{t.emptyList}</p>}
          <ul className="sk-script-list">
            {saved.data?.rows.map((s) => (
              <li key={s.scriptId} data-open={s.scriptId === opened?.scriptId || undefined}>
                <button type="button" onClick={() => open(s)}>
                  <strong>{s.scriptName}</strong>
                  {s.remark && <span className="sk-faint">{s.remark}</span>}
                </button>
                {mayWrite(script, "D") && (
                  <Button
                    type="text"
                    size="small"
                    danger
                    icon={<DeleteOutlined />}
                    aria-label={`${shell.common.remove} ${s.scriptName}`}
                    onClick={() => remove([s], () => open(undefined))}
                  />
                )}
              </li>
            ))}
          </ul>
        </Panel>
        {maySave && (
          <Panel title={t.views} wait={views} className="sk-script-views">
            <p className="sk-faint">{t.viewsLead}</p>
            <Collapse
              ghost
              size="small"
              items={(views.data ?? []).map((v) => ({
                key: v.view,
                label: <code>{v.view}</code>,
                children: (
                  <div className="sk-script-names">
                    {[v.view, ...v.columns].map((name) => (
                      <button key={name} type="button" onClick={() => setStatement((s) => `${s}${name} `)}>
                        {name}
                      </button>
                    ))}
                  </div>
                ),
              }))}
            />
          </Panel>
        )}
      </div>
      <div className="sk-scripts-main">
        <Panel
          title={opened?.scriptName ?? t.fresh}
          extra={
            <>
              {maySave && (
                <Button disabled={statement.trim() === ""} onClick={() => setSaving(true)}>
                  {shell.common.save}
                </Button>
              )}
              <Button
                type="primary"
                icon={<PlayCircleOutlined />}
                disabled={statement.trim() === ""}
                onClick={() => void run()}
              >
                {t.run}
              </Button>
            </>
          }
        >
          <p className="sk-faint">{t.lead}</p>
          <Input.TextArea
            className="sk-script-text"
            aria-label={t.fresh}
            value={statement}
            readOnly={!maySave}
            placeholder={example}
            spellCheck={false}
            autoSize={{ minRows: 6, maxRows: 18 }}
            onChange={(e) => setStatement(e.target.value)}
          />
          <ScriptParameters
            parameters={parameters}
            values={values}
            onParameters={maySave ? setParameters : undefined}
            onValues={setValues}
          />
        </Panel>
        <ScriptRows result={result} />
      </div>
      {isSaving && (
        <CommandDialog
          command={saveScript}
          title={opened ? screen.form.edit(opened.scriptName) : screen.form.add(menus.script)}
          preset={{
            statement,
            scriptParameters: parameters,
            updatedDate: opened?.updatedDate ?? null,
            ...(opened ? { scriptId: opened.scriptId } : {}),
          }}
          initial={opened ? { scriptName: opened.scriptName, remark: opened.remark } : {}}
          ask={opened ? ["scriptName", "remark"] : ["scriptId", "scriptName", "remark"]}
          onDone={() => {
            open(undefined);
            invalidate();
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}
