import {
  discardReadings,
  previewRelease,
  type quarantineList,
  releaseReadings,
} from "@shotkeeper/contract/counter";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { messageOf, useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useCommandData } from "@shotkeeper/ui/data";

export type QuarantineRow = QueryRow<typeof quarantineList>;
export type QuarantineAction = "release" | "discard";

/** List of the effects that a release will have. The server computes the effects, but changes nothing. */
function Effect({ ids }: { readonly ids: readonly number[] }) {
  const locale = useLocale();
  const t = locale.counter.quarantine;
  const f = useFormats();
  const { data, error } = useCommandData(previewRelease, { quarantineIds: ids });
  if (error) return <p role="alert">{messageOf(error, locale)}</p>;
  if (!data) return <p className="sk-faint">{t.effect.wait}</p>;
  const skipped = Object.entries(t.skipped).flatMap(([name, text]) => {
    const n = data.skipped[name];
    return n ? [text(n)] : [];
  });
  return (
    <ul className="sk-quarantine-effect">
      <li>{t.effect.release(data.released)}</li>
      <li>
        <strong>{t.effect.shots(f.whole(data.moved))}</strong>
      </li>
      {data.quarantinedAgain > 0 && <li>{t.effect.again(data.quarantinedAgain)}</li>}
      {skipped.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

interface QuarantineDialogProps {
  readonly action: QuarantineAction;
  readonly rows: readonly QuarantineRow[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Dialog to release or to discard quarantined items, with a reason. */
export function QuarantineDialog({ action, rows, onDone, onClose }: QuarantineDialogProps) {
  const { counter } = useLocale();
  const t = counter.quarantine;
  const f = useFormats();
  const quarantineIds = rows.flatMap((r) => r.quarantineId ?? []);
  const shared = { preset: { quarantineIds }, ask: ["reason"] as const, onDone, onClose };
  return action === "release" ? (
    <CommandDialog
      {...shared}
      command={releaseReadings}
      title={t.releaseTitle(rows.length)}
      lead={
        <>
          {t.releaseLead}
          <Effect ids={quarantineIds} />
        </>
      }
      okText={t.release}
      successText={(o) => t.released(o.released, f.whole(o.moved))}
    />
  ) : (
    <CommandDialog
      {...shared}
      command={discardReadings}
      title={t.discardTitle(rows.length)}
      lead={t.discardLead}
      okText={t.discard}
      successText={(o) => t.discarded(o.count)}
    />
  );
}
