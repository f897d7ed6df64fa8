import type { Condition, Entity, Scalar } from "@shotkeeper/contract/kernel";
import { App, type FormInstance } from "antd";
import { createElement, useState } from "react";
import { messageOf, textOf, useClient, useFailure } from "../app/index.ts";
import { valueText } from "./column-types.tsx";
import type { AnyRow } from "./columns.ts";
import { fromInputs, toInputs } from "./FieldsForm.tsx";
import { changedValues, rebase } from "./field-rules.ts";
import { labelOf } from "./labels.ts";
import { isLostUpdate, refusedField } from "./refusal.ts";
import { type TheirChange, TheirChanges } from "./TheirChanges.tsx";
import { useTypeContext } from "./type-context.ts";
import { useWritten } from "./written.ts";

interface EntitySave {
  readonly entity: Entity;
  readonly row: AnyRow | undefined;
  readonly names: readonly string[];
  /** Part of a new record, and in no input. */
  readonly given?: AnyRow | undefined;
  readonly form: FormInstance;
  readonly onSaved: (key: AnyRow) => void;
}

/**
 * Saves what a form holds: a new record whole, a known one by what was changed, with the UPDATED_DATE it was read
 * at. When somebody else was faster the user is told and may go on from the other's version with his own changes.
 */
export function useEntitySave({ entity, row, names, given, form, onSaved }: EntitySave) {
  const client = useClient();
  const typeContext = useTypeContext();
  const { locale, formats } = typeContext;
  const { message, modal } = App.useApp();
  const fail = useFailure();
  const written = useWritten();
  const [base, setBase] = useState(row);
  const [busy, setBusy] = useState(false);
  const [rebased, setRebased] = useState(false);
  const { fields } = entity;

  const values = () => fromInputs(form.getFieldsValue(true) as AnyRow, fields, names);

  /** Tells who was faster and with what; then one goes on from there. */
  async function tellLost(base: AnyRow): Promise<void> {
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
    const changes = Object.entries(other).flatMap(([name, after]): TheirChange[] => {
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
      content: createElement(TheirChanges, { by, changes, lead: t.lostLead }),
      okText: t.lostReload,
      onOk: () => {
        form.setFieldsValue(toInputs(rebase(before, values(), theirs), fields, names));
        setBase(theirs);
        setRebased(true);
      },
    });
  }

  function refused(error: unknown): void {
    const field = refusedField(error, fields, names);
    if (base && isLostUpdate(error)) void tellLost(base).catch(fail);
    else if (field !== undefined) {
      form.setFields([{ name: field, errors: [messageOf(error, locale)] }]);
      form.scrollToField(field, { focus: true });
    } else fail(error);
  }

  async function submit(): Promise<void> {
    const now = base ? values() : { ...values(), ...given };
    const before = base ? fromInputs(toInputs(base, fields, names), fields, names) : {};
    const changed = changedValues(before, now);
    const key = Object.fromEntries(entity.key.map((k) => [k, base ? base[k] : now[k]]));
    if (base && Object.keys(changed).length === 0) {
      onSaved(key);
      return;
    }
    setBusy(true);
    try {
      const msg = base
        ? await client.update(entity, [{ ...changed, ...key, updatedDate: base.updatedDate }])
        : await client.insert(entity, [now]);
      void message.success(textOf(msg, locale));
      written();
      onSaved(key);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  }

  return { submit: () => void submit(), busy, rebased };
}
