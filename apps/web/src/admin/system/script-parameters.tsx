import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { type ScriptParameter, scriptValueType } from "@shotkeeper/contract/system";
import { useLocale } from "@shotkeeper/ui/app";
import { Button, Input, Select } from "antd";

interface ScriptParametersProps {
  readonly parameters: readonly ScriptParameter[];
  readonly values: Readonly<Record<string, string>>;
  /** Called with the changed declarations of the parameters. Undefined if the user may only enter values. */
  readonly onParameters: ((next: readonly ScriptParameter[]) => void) | undefined;
  readonly onValues: (next: Readonly<Record<string, string>>) => void;
}

const inputTypes: Readonly<Record<ScriptParameter["type"], string>> = {
  text: "text",
  int: "number",
  decimal: "number",
  date: "date",
  time: "datetime-local",
};

/** Inputs for the parameters of a script. The script's author declares parameters, and its users enter values. */
export function ScriptParameters({ parameters, values, onParameters, onValues }: ScriptParametersProps) {
  const { administration, enums, shell } = useLocale();
  const t = administration.script;
  const change = (at: number, more: Partial<ScriptParameter>) =>
    onParameters?.(parameters.map((p, i) => (i === at ? { ...p, ...more } : p)));
  return (
    <div className="sk-script-parameters">
      {parameters.map((p, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name is no stable key, because the user may be typing it
        <div key={i}>
          {onParameters && (
            <>
              <Input
                value={p.name}
                maxLength={30}
                prefix=":"
                aria-label={t.parameterName}
                placeholder={t.parameterName}
                onChange={(e) => change(i, { name: e.target.value.toLowerCase() })}
              />
              <Input
                value={p.label}
                maxLength={50}
                aria-label={t.parameterLabel}
                placeholder={t.parameterLabel}
                onChange={(e) => change(i, { label: e.target.value })}
              />
              <Select
                value={p.type}
                options={Object.values(scriptValueType.values).map((value) => ({
                  value,
                  label: enums.scriptValueType[value],
                }))}
                onChange={(type) => change(i, { type })}
              />
            </>
          )}
          <Input
            type={inputTypes[p.type]}
            addonBefore={p.label || p.name}
            aria-label={p.label || p.name}
            value={values[p.name] ?? ""}
            onChange={(e) => onValues({ ...values, [p.name]: e.target.value })}
          />
          {onParameters && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`${shell.common.remove} ${p.name}`}
              onClick={() => onParameters(parameters.filter((_, at) => at !== i))}
            />
          )}
        </div>
      ))}
      {onParameters && (
        <span>
          <Button
            size="small"
            icon={<PlusOutlined />}
            onClick={() => onParameters([...parameters, { name: "", label: "", type: "text" }])}
          >
            {t.addParameter}
          </Button>{" "}
          <span className="sk-faint">{t.parameterHint}</span>
        </span>
      )}
    </div>
  );
}
