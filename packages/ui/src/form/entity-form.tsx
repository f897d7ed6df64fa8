import { type Entity, isFixed } from "@shotkeeper/contract/kernel";
import { Alert, Button, Drawer, Form } from "antd";
import { useDiscardPrompt, useLocale, useViewOnly } from "../app/index.ts";
import type { AnyRow } from "../cells/columns.ts";
import { useEntitySave } from "./entity-save.ts";
import type { FieldInput } from "./field-item.tsx";
import { inputNames } from "./field-rules.ts";
import { FieldsForm, type Section, toInputs } from "./fields-form.tsx";
import { useClosing } from "./use-closing.ts";

export interface EntityFormSpec<N extends string = string> {
  /** Fields of the form by section. Default: all fields that a user may fill in, in the order of the entity. */
  readonly sections?: readonly Section<N>[];
  readonly inputs?: Readonly<Partial<Record<N, FieldInput>>>;
  readonly hints?: Readonly<Partial<Record<N, string>>>;
  /** Initial values of the inputs for a new record. */
  readonly initial?: AnyRow;
}

interface EntityFormProps {
  readonly entity: Entity;
  readonly spec: EntityFormSpec;
  /** The record to edit; undefined to create a new one. */
  readonly row?: AnyRow | undefined;
  /** Record whose values are copied into the new record. */
  readonly copyFrom?: AnyRow | undefined;
  /** Values that are saved without an input, for example the key of the record to which the new record belongs. */
  readonly preset?: AnyRow | undefined;
  readonly title: string;
  readonly onClose: () => void;
  readonly onSaved?: ((key: AnyRow) => void) | undefined;
}

/** Drawer with a form to add or edit a record of an entity. The form checks values by the server's rules. */
export function EntityForm({
  entity,
  spec,
  row,
  copyFrom,
  preset,
  title,
  onClose,
  onSaved,
}: EntityFormProps) {
  const { shell, screen } = useLocale();
  const [form] = Form.useForm();
  const drawer = useClosing(onClose);
  const discard = useDiscardPrompt();
  const viewOnly = useViewOnly();
  const sections = spec.sections ?? [{ fields: inputNames(entity.fields) }];
  const names = sections.flatMap((s) => s.fields);
  const initial = row ?? { ...spec.initial, ...without(copyFrom, entity.key) };
  const save = useEntitySave({
    entity,
    row,
    names,
    preset,
    form,
    onSaved: (key) => {
      onSaved?.(key);
      drawer.close();
    },
  });
  return (
    <Drawer
      open={drawer.open}
      afterOpenChange={drawer.afterOpenChange}
      title={title}
      size={720}
      onClose={() => discard(form.isFieldsTouched(), drawer.close)}
      footer={
        <div className="sk-form-footer">
          <Button onClick={() => discard(form.isFieldsTouched(), drawer.close)}>{shell.common.cancel}</Button>
          <Button
            type="primary"
            disabled={viewOnly !== undefined}
            loading={save.busy}
            onClick={() => form.submit()}
          >
            {shell.common.save}
          </Button>
        </div>
      }
    >
      {viewOnly && <Alert type="info" showIcon className="sk-form-note" title={viewOnly} />}
      {save.rebased && (
        <Alert type="info" showIcon className="sk-form-note" title={screen.form.rebased} closable />
      )}
      <FieldsForm
        form={form}
        initial={toInputs(initial, entity.fields, names)}
        fields={entity.fields}
        sections={sections}
        inputs={spec.inputs}
        hints={spec.hints}
        locked={row ? fixedNames(entity) : []}
        onSubmit={save.submit}
      />
    </Drawer>
  );
}

/**
 * Returns the fields that the form of an existing record shows but does not let the user change: the key and fields
 * that are fixed after creation.
 */
function fixedNames({ key, fields }: Entity): string[] {
  return Object.keys(fields).filter((name) => key.includes(name) || isFixedIn(fields, name));
}

function isFixedIn(fields: Entity["fields"], name: string): boolean {
  const f = fields[name];
  return f !== undefined && isFixed(f, "update");
}

function without(row: AnyRow | undefined, key: readonly string[]): AnyRow {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !key.includes(name)));
}
