import type { FieldMap } from "@shotkeeper/contract/counter";
import { useLocale } from "@shotkeeper/ui/app";
import { Dropdown } from "antd";

/** Settings of a connector's field map that the user fills by a click on a value in a received message. */
export type PickedField = "countPath" | "idPath" | "timePath" | "batteryPath" | "rssiPath" | "itemsPath";
const ofValue: readonly PickedField[] = ["countPath", "idPath", "timePath", "batteryPath", "rssiPath"];

interface TreeProps {
  readonly value: unknown;
  readonly map: FieldMap;
  /**
   * Called with the field of the map that the user picked, and with the JSON pointer of the picked value. Undefined:
   * the user may not change the field map.
   */
  readonly onPick: ((field: PickedField, pointer: string) => void) | undefined;
}

/** Returns a name escaped as a part of a JSON pointer (RFC 6901). */
const token = (name: string | number) => String(name).replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Converts the JSON pointer of a value (`path`) to a pointer relative to its element of the array of readings
 * (`itemsPath`). Returns `path` unchanged if the value is outside of this array.
 */
function pointerOf(path: string, itemsPath: string | null): string {
  if (itemsPath === null || !path.startsWith(`${itemsPath}/`)) return path;
  const inItem = path.slice(itemsPath.length + 1).replace(/^\d+/, "");
  return inItem === "" ? path : inItem;
}

/**
 * Shows a received message as a tree. The user can pick each value in the tree as a field of the connector's field map.
 */
export function ConnectorTree({ value, map, onPick }: TreeProps) {
  return (
    <ul className="sk-json">
      <Node path="" name={undefined} value={value} map={map} onPick={onPick} />
    </ul>
  );
}

function Node({
  path,
  name,
  value,
  map,
  onPick,
}: TreeProps & { readonly path: string; readonly name: string | undefined }) {
  const { fields } = useLocale();
  const isList = Array.isArray(value);
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : undefined;
  const pointer = isList ? path : pointerOf(path, map.itemsPath);
  const used = ([...ofValue, "itemsPath"] as const).filter(
    (field) => map[field] !== null && map[field] === pointer,
  );
  const choices: readonly PickedField[] = isList ? ["itemsPath"] : entries ? [] : ofValue;
  const label = (
    <>
      {name !== undefined && <span className="sk-json-name">{name}</span>}
      {!entries && <code className="sk-json-value">{JSON.stringify(value)}</code>}
    </>
  );
  return (
    <li>
      {onPick && path !== "" && choices.length > 0 ? (
        <Dropdown
          trigger={["click"]}
          menu={{
            items: choices.map((field) => ({ key: field, label: fields[field] })),
            onClick: ({ key }) => onPick(key as PickedField, pointer),
          }}
        >
          <button type="button" className="sk-json-pick">
            {label}
          </button>
        </Dropdown>
      ) : (
        <span className="sk-json-line">{label}</span>
      )}
      {used.map((field) => (
        <span key={field} className="sk-json-used">
          {fields[field]}
        </span>
      ))}
      {entries && (
        <ul>
          {entries.map(([key, child]) => (
            <Node
              key={key}
              path={`${path}/${token(key)}`}
              name={key}
              value={child}
              map={map}
              onPick={onPick}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
