import {
  language,
  type NoticeGroup,
  noticeTemplate,
  placeholdersOf,
  previewNotice,
} from "@shotkeeper/contract/notice";
import { messageOf, useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { Form, Input } from "antd";
import { type ComponentRef, useEffect, useRef, useState } from "react";

type Language = keyof typeof language.values;
const fieldsOf = {
  zhCN: { subject: "subjectCn", body: "bodyCn" },
  zhTW: { subject: "subjectTw", body: "bodyTw" },
  en: { subject: "subjectEn", body: "bodyEn" },
} as const satisfies Readonly<Record<Language, unknown>>;

type FormValues = Readonly<Record<string, string | undefined>>;
const useFormValues = (): FormValues => (Form.useWatch([], Form.useFormInstance()) ?? {}) as FormValues;

interface PlaceholderButtonsProps {
  readonly group: NoticeGroup | undefined;
  readonly onInsert: (text: string) => void;
}

/** One button for each placeholder that the group of notices has. A click inserts the placeholder at the cursor. */
function PlaceholderButtons({ group, onInsert }: PlaceholderButtonsProps) {
  const { notice: t, noticeMessages } = useLocale();
  if (!group) return null;
  return (
    <fieldset className="sk-placeholders" aria-label={t.template.insert}>
      {placeholdersOf(group).map((name) => (
        <button key={name} type="button" onClick={() => onInsert(`{${name}}`)}>
          {noticeMessages.facts[name]}
          <code>{`{${name}}`}</code>
        </button>
      ))}
    </fieldset>
  );
}

const debounceMs = 400;

/** Debounce: returns a value only after it has not changed for a while. The value must be representable as JSON. */
function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(text) as T), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** Preview of the template's text. The server replaces the placeholders by data of an existing mold. */
function Preview({ language: shown }: { readonly language: Language }) {
  const locale = useLocale();
  const values = useFormValues();
  const names = fieldsOf[shown];
  const draft = useDebounced({
    noticeGroup: values.noticeGroup as NoticeGroup | undefined,
    subject: values[names.subject] ?? "",
    body: values[names.body] ?? "",
  });
  const hasText = draft.noticeGroup !== undefined && (draft.subject !== "" || draft.body !== "");
  const { noticeGroup, ...texts } = draft;
  const read = useCommandData(
    previewNotice,
    { ...(noticeGroup ? { noticeGroup } : {}), ...texts, language: language.values[shown] },
    { enabled: hasText },
  );
  if (!hasText) return null;
  return (
    <div className="sk-preview" role="status">
      <span>{locale.notice.template.preview}</span>
      {read.error ? (
        <p className="sk-problem">{messageOf(read.error, locale)}</p>
      ) : (
        <>
          <strong>{read.data?.title}</strong>
          <p>{read.data?.body}</p>
        </>
      )}
    </div>
  );
}

/** Returns `text` with the selection in `box` replaced by `piece`. Without `box`, appends `piece`. */
function insertAtCursor(box: HTMLTextAreaElement | undefined, text: string, piece: string) {
  const at = box?.selectionStart ?? text.length;
  const end = box?.selectionEnd ?? at;
  return text.slice(0, at) + piece + text.slice(end);
}

function bodyInput(of: Language) {
  function BodyInput({ value, onChange, ...p }: InputProps) {
    const text = (value as string | undefined) ?? "";
    const group = useFormValues().noticeGroup as NoticeGroup | undefined;
    const box = useRef<ComponentRef<typeof Input.TextArea>>(null);
    return (
      <>
        <Input.TextArea
          {...p}
          ref={box}
          autoSize={{ minRows: 3, maxRows: 12 }}
          maxLength={noticeTemplate.fields.bodyCn.length}
          value={text}
          onChange={(e) => onChange?.(e.target.value)}
        />
        <PlaceholderButtons
          group={group}
          onInsert={(piece) =>
            onChange?.(insertAtCursor(box.current?.resizableTextArea?.textArea, text, piece))
          }
        />
        <Preview language={of} />
      </>
    );
  }
  return Object.assign(BodyInput, { asks: "enter" as const });
}
export const BodyCnInput = bodyInput("zhCN");
export const BodyTwInput = bodyInput("zhTW");
export const BodyEnInput = bodyInput("en");
