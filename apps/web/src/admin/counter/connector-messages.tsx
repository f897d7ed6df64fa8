import {
  type connectorMessageList,
  messageOutcome,
  type previewConnector,
} from "@shotkeeper/contract/counter";
import type { CommandOutput, QueryRow } from "@shotkeeper/contract/kernel";
import { textOf, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, EmptyHint } from "@shotkeeper/ui/cells";
import { messageOutcomeTones } from "../tones.ts";

export type MessageRow = QueryRow<typeof connectorMessageList>;
export type PreviewPart = CommandOutput<typeof previewConnector>["parts"][number];

interface MessagesProps {
  readonly messages: readonly MessageRow[];
  readonly chosen: number | undefined;
  readonly onChoose: (messageId: number) => void;
}

/** List of the latest messages of a connector, unchanged as received, with their outcome. */
export function ConnectorMessages({ messages, chosen, onChoose }: MessagesProps) {
  const locale = useLocale();
  const { connector: t } = locale;
  const f = useFormats();
  if (messages.length === 0) return <EmptyHint title={t.noMessages} hint={t.noMessagesHint} />;
  return (
    <ul className="sk-connector-messages">
      {messages.map((m) => (
        <li key={m.messageId}>
          <button
            type="button"
            aria-pressed={m.messageId === chosen}
            onClick={() => m.messageId !== null && onChoose(m.messageId)}
          >
            <span className="sk-connector-line">
              <ChoiceTag of={messageOutcome} value={m.messageOutcome} tones={messageOutcomeTones} />
              <time dateTime={m.receivedAt ?? ""}>{f.dateTime(m.receivedAt)}</time>
              {m.remoteId !== null && <span className="sk-connector-device">{m.remoteId}</span>}
              {m.countTimes !== null && <b>{f.whole(m.countTimes)}</b>}
            </span>
            {m.outcomeReason !== null && (
              <span className="sk-connector-reason">{textOf(m.outcomeReason, locale)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Preview table: the readings that the latest messages give with the field map in the form. */
export function ConnectorPreview({ parts }: { readonly parts: readonly PreviewPart[] }) {
  const locale = useLocale();
  const { connector: t, fields } = locale;
  const f = useFormats();
  if (parts.length === 0) return <p className="sk-faint">{t.noMessages}</p>;
  return (
    <div className="sk-connector-preview">
      <table>
        <thead>
          <tr>
            <th>{fields.messageOutcome}</th>
            <th>{fields.remoteId}</th>
            <th className="sk-number">{fields.countTimes}</th>
            <th>{fields.at}</th>
            <th>{fields.outcomeReason}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((p, i) => (
            // Uses the position as the key, because a message may have several readings of one device.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <tr key={i}>
              <td>
                <ChoiceTag of={messageOutcome} value={p.messageOutcome} tones={messageOutcomeTones} />
              </td>
              <td>{p.remoteId}</td>
              <td className="sk-number">{p.countTimes === null ? "" : f.whole(p.countTimes)}</td>
              <td>{p.at === null ? "" : f.dateTime(p.at)}</td>
              <td>{p.outcomeReason === null ? "" : textOf(p.outcomeReason, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
