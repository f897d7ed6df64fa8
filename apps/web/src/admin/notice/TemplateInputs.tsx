import {
  language,
  type NoticeGroup,
  noticeTemplate,
  placeholdersOf,
  previewNotice,
} from "@shotkeeper/contract/system";
import { messageOf, useLocale } from "@shotkeeper/ui/app";
import { type InputProps, useRun } from "@shotkeeper/ui/screen";
import { Form, Input } from "antd";
import { type ComponentRef, useEffect, useRef, useState } from "react";

type Language = keyof typeof language.values;
const fieldsOf = {
  zhCN: { subject: "subjectCn", body: "bodyCn" },
  zhTW: { subject: "subjectTw", body: "bodyTw" },
  en: { subject: "subjectEn", body: "bodyEn" },
} as const satisfies Readonly<Record<Language, unknown>>;

type Given = Readonly<Record<string, string | undefined>>;
const useGiven = (): Given => (Form.useWatch([], Form.useFormInstance()) ?? {}) as Given;

interface ChipsProps {
  readonly group: NoticeGroup | undefined;
  readonly onInsert: (text: string) => void;
}

/** What may be put in, by its name; a click puts it where the cursor stands. */
function Chips({ group, onInsert }: ChipsProps) {
  const { notice: t, notices } = useLocale();
  if (!group) return null;
  return (
    <fieldset className="sk-placeholders" aria-label={t.template.insert}>
      {placeholdersOf(group).map((name) => (
        <button key={name} type="button" onClick={() => onInsert(`{${name}}`)}>
          {notices.facts[name]}
          <code>{`{${name}}`}</code>
        </button>
      ))}
    </fieldset>
  );
}

const restMs = 400;

/** A value that has come to rest. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as T), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The text as people would get it, with facts of a mold there is. */
function Preview({ of }: { readonly of: Language }) {
  const locale = useLocale();
  const given = useGiven();
  const names = fieldsOf[of];
  const asked = useRested({
    noticeGroup: given.noticeGroup as NoticeGroup | undefined,
    subject: given[names.subject] ?? "",
    body: given[names.body] ?? "",
  });
  const isWritten = asked.noticeGroup !== undefined && (asked.subject !== "" || asked.body !== "");
  const { noticeGroup, ...texts } = asked;
  const read = useRun(
    previewNotice,
    { ...(noticeGroup ? { noticeGroup } : {}), ...texts, language: language.values[of] },
    { enabled: isWritten },
  );
  if (!isWritten) return null;
  return (
    <div className="sk-preview" role="status">
      <span>{locale.notice.template.preview}</span>
      {read.error ? (
        <p className="sk-problem">{messageOf(read.error, locale)}</p>
      ) : (
        <>
          <strong>{read.data?.TITLE}</strong>
          <p>{read.data?.BODY}</p>
        </>
      )}
    </div>
  );
}

/** Where the cursor stands in a text, or its end. */
function insertedAt(box: HTMLTextAreaElement | undefined, text: string, piece: string) {
  const at = box?.selectionStart ?? text.length;
  const end = box?.selectionEnd ?? at;
  return text.slice(0, at) + piece + text.slice(end);
}

function bodyInput(of: Language) {
  function BodyInput({ value, onChange, ...p }: InputProps) {
    const text = (value as string | undefined) ?? "";
    const group = useGiven().noticeGroup as NoticeGroup | undefined;
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
        <Chips
          group={group}
          onInsert={(piece) => onChange?.(insertedAt(box.current?.resizableTextArea?.textArea, text, piece))}
        />
        <Preview of={of} />
      </>
    );
  }
  return Object.assign(BodyInput, { asks: "enter" as const });
}
export const BodyCnInput = bodyInput("zhCN");
export const BodyTwInput = bodyInput("zhTW");
export const BodyEnInput = bodyInput("en");
