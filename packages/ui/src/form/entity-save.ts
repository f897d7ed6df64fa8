import type { Condition, Entity, Scalar } from "@shotkeeper/contract/kernel";
import { App, type FormInstance } from "antd";
import { createElement, useState } from "react";
import { isQueued, messageOf, textOf, useClient, useFailure } from "../app/index.ts";
import { valueText } from "../cells/column-types.tsx";
import type { AnyRow } from "../cells/columns.ts";
import { labelOf } from "../cells/labels.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useInvalidateData } from "../data/invalidation.ts";
import { isLostUpdate, refusedField } from "../data/refusal.ts";
import { type ConcurrentChange, ConcurrentChanges } from "./concurrent-changes.tsx";
import { changedValues, rebase } from "./field-rules.ts";
import { fromInputs, toInputs } from "./fields-form.tsx";
import { singleRun } from "./single-run.ts";

interface EntitySave {
  readonly entity: Entity;
  readonly row: AnyRow | undefined;
  readonly names: readonly string[];
  /** Values that are saved with a new record but have no input. */
  readonly preset?: AnyRow | undefined;
  readonly form: FormInstance;
  readonly onSaved: (key: AnyRow) => void;
}

/**
 * Returns a function that saves the form. A new record is sent whole. For an existing record, only changed fields are
 * sent, together with the UPDATED_DATE that the form has read (optimistic lock). If another user has saved the record
 * meanwhile, a dialog shows that user's changes and offers to load them into the form.
 */
export function useEntitySave({ entity, row, names, preset, form, onSaved }: EntitySave) {
  const client = useClient();
  const typeContext = useTypeContext();
  const { locale, formats } = typeContext;
  const { message, modal } = App.useApp();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const [base, setBase] = useState(row);
  const [busy, setBusy] = useState(false);
  const [rebased, setRebased] = useState(false);
  const [once] = useState(singleRun);
  const { fields } = entity;

  const values = () => fromInputs(form.getFieldsValue(true) as AnyRow, fields, names);

  /**
   * Called if another user has saved the record while the form was open. Shows that user's changes and offers to load
   * them.
   */
  async function showLostUpdate(base: AnyRow): Promise<void> {
    const t = locale.screen.form;
    const where = entity.key.map((k): Condition => ({ field: k, operator: "EQ", value: base[k] as Scalar }));
    const [fresh] = (await client.table(entity, { where, limit: 1 })).rows;
    if (!fresh) {
      void message.error(t.gone);
      return;
    }
    const theirs: AnyRow = fresh;
    const before = fromInputs(toInputs(base, fields, names), fields, names);
    const mine = changedValues(before, values());
    const other = changedValues(before, fromInputs(toInputs(theirs, fields, names), fields, names));
    const changes = Object.entries(other).flatMap(([name, after]): ConcurrentChange[] => {
      const field = fields[name];
      if (!field) return [];
      const text = (value: unknown) => valueText(value, field, typeContext);
      return [
        {
          label: labelOf(name, locale),
          before: text(before[name]),
          after: text(after),
          mine: name in mine ? t.lostMine(text(mine[name])) : undefined,
        },
      ];
    });
    const by = t.lostBy(String(theirs.updatedBy ?? ""), formats.dateTime(String(theirs.updatedDate ?? "")));
    modal.confirm({
      title: t.lostTitle,
      width: 520,
      content: createElement(ConcurrentChanges, { by, changes, lead: t.lostLead }),
      okText: t.lostReload,
      onOk: () => {
        form.setFieldsValue(toInputs(rebase(before, values(), theirs), fields, names));
        setBase(theirs);
        setRebased(true);
      },
    });
  }

  /** Shows why the record was not saved. Returns true if it is stored on this device and will be saved later. */
  function showRefusal(error: unknown, key: AnyRow): boolean {
    if (isQueued(error)) {
      fail(error);
      invalidate();
      onSaved(key);
      return true;
    }
    const field = refusedField(error, fields, names);
    if (base && isLostUpdate(error)) void showLostUpdate(base).catch(fail);
    else if (field !== undefined) {
      form.setFields([{ name: field, errors: [messageOf(error, locale)] }]);
      form.scrollToField(field, { focus: true });
    } else fail(error);
    return false;
  }

  /** Saves the record. Resolves with true if the form is over. */
  async function submit(): Promise<boolean> {
    const now = base ? values() : { ...values(), ...preset };
    const before = base ? fromInputs(toInputs(base, fields, names), fields, names) : {};
    const changed = changedValues(before, now);
    const key = Object.fromEntries(entity.key.map((k) => [k, base ? base[k] : now[k]]));
    if (base && Object.keys(changed).length === 0) {
      onSaved(key);
      return true;
    }
    setBusy(true);
    try {
      const msg = base
        ? await client.update(entity, [{ ...changed, ...key, updatedDate: base.updatedDate }])
        : await client.insert(entity, [now]);
      void message.success(textOf(msg, locale));
      invalidate();
      onSaved(key);
      return true;
    } catch (error) {
      return showRefusal(error, key);
    } finally {
      setBusy(false);
    }
  }

  return { submit: () => void once(submit), busy, rebased };
}
