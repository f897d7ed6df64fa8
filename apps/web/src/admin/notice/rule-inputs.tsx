import {
  noticeAudience,
  noticeGroup,
  noticeKinds,
  noticeReceivers,
  noticeStyle,
  noticeTemplateList,
  noticeTypeNames,
  pushCycle,
} from "@shotkeeper/contract/notice";
import { DatePicker, useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { wallDay } from "@shotkeeper/ui/time";
import { Checkbox, Form, Input, Select } from "antd";

// This file has the inputs of the rule form. An input is disabled while the value of another field makes it irrelevant.

type FormValues = Readonly<Record<string, unknown>>;
const useFormValues = (): FormValues => (Form.useWatch([], Form.useFormInstance()) ?? {}) as FormValues;
const texts = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Select of the notice type. The options are grouped by area. */
export function TypeInput({ value, onChange, ...p }: InputProps) {
  const { enums } = useLocale();
  const groups = Object.keys(noticeGroup.values) as (keyof typeof noticeGroup.values)[];
  return (
    <Select
      {...p}
      showSearch={{ optionFilterProp: "label" }}
      value={(value as string | undefined) ?? null}
      onChange={(v) => onChange?.(v)}
      options={groups.map((group) => ({
        label: enums.noticeGroup[group],
        options: noticeTypeNames
          .filter((n) => noticeKinds[n].group === group)
          .map((n) => ({ value: n as string, label: enums.noticeType[n] })),
      }))}
    />
  );
}

export function StylesInput({ value, onChange, disabled }: InputProps) {
  const { enums } = useLocale();
  return (
    <Checkbox.Group
      disabled={disabled ?? false}
      value={texts(value)}
      onChange={(v) => onChange?.(v)}
      options={Object.values(noticeStyle.values).map((v) => ({ value: v, label: enums.noticeStyle[v] }))}
    />
  );
}

/** Returns a Dayjs that shows a time of day such as "08:30" in the time picker. */
const wallClockOf = (time: string) =>
  wallDay("2000-01-01")
    ?.hour(Number(time.slice(0, 2)))
    .minute(Number(time.slice(3, 5))) ?? null;

/** Input for the time of day of a daily digest, disabled unless the rule sends a daily digest. */
export function PushTimeInput({ value, onChange, ...p }: InputProps) {
  const isDaily = useFormValues().pushCycle === pushCycle.values.daily;
  const time = typeof value === "string" ? wallClockOf(value) : null;
  return (
    <DatePicker
      picker="time"
      {...p}
      disabled={!isDaily}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      style={{ width: "100%" }}
      value={time}
      onChange={(v) => onChange?.(v ? v.format("HH:mm") : undefined)}
    />
  );
}

/** Select of a template. Offers only templates for the group of notices to which the rule's notice type belongs. */
export function TemplateInput({ value, onChange, ...p }: InputProps) {
  const type = useFormValues().noticeType as keyof typeof noticeKinds | undefined;
  const read = useRows(noticeTemplateList, { limit: 500 });
  const group = type && noticeKinds[type].group;
  const rows = (read.data?.rows ?? []).filter((r) => r.noticeGroup === group);
  return (
    <Select
      {...p}
      allowClear
      disabled={type === undefined}
      value={(value as string | undefined) ?? null}
      onChange={(v) => onChange?.(v ?? undefined)}
      options={rows.map((r) => ({ value: r.templateId, label: r.templateName }))}
    />
  );
}

function receiverInput(kind: "role" | "user" | "org") {
  return function ReceiverInput({ value, onChange, ...p }: InputProps) {
    const isOn = useFormValues().audience === noticeAudience.values.chosen;
    const read = useRows(noticeReceivers, {
      where: [{ field: "receiverKind", operator: "EQ", value: kind }],
      limit: 5000,
    });
    return (
      <Select
        {...p}
        mode="multiple"
        allowClear
        disabled={!isOn}
        showSearch={{ optionFilterProp: "label" }}
        value={texts(value)}
        onChange={(v) => onChange?.(v)}
        options={(read.data?.rows ?? []).map((r) => ({
          value: r.receiver ?? "",
          label: kind === "user" ? `${r.receiverName} · ${r.receiver}` : (r.receiverName ?? r.receiver),
        }))}
      />
    );
  };
}
export const RolesInput = receiverInput("role");
export const UsersInput = receiverInput("user");
export const OrgsInput = receiverInput("org");

export function MailsInput({ value, onChange, ...p }: InputProps) {
  const isOn = texts(useFormValues().noticeStyle).includes(noticeStyle.values.mail);
  return (
    <Select
      {...p}
      mode="tags"
      open={false}
      suffixIcon={null}
      disabled={!isOn}
      tokenSeparators={[",", ";", " ", "，", "；"]}
      value={texts(value)}
      onChange={(v) => onChange?.(v)}
    />
  );
}

export function WebhookInput({ value, onChange, ...p }: InputProps) {
  const isOn = texts(useFormValues().noticeStyle).includes(noticeStyle.values.webhook);
  return (
    <Input
      {...p}
      disabled={!isOn}
      placeholder="https://"
      value={(value as string | undefined) ?? ""}
      onChange={(e) => onChange?.(e.target.value)}
    />
  );
}
