import { CameraOutlined, ScanOutlined } from "@ant-design/icons";
import { type Scanned, scanMold } from "@shotkeeper/contract/inventory";
import {
  isQueued,
  messageOf,
  type Tone,
  ToneTag,
  useClient,
  useFormats,
  useLocale,
} from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Button, Input, type InputRef } from "antd";
import { useRef, useState } from "react";
import { Camera } from "../scan/camera.tsx";
import "./inventory.css";

interface Done {
  readonly key: number;
  readonly code: string;
  readonly moldNo: string | null;
  readonly tone: Tone;
  readonly text: string;
  readonly isUnknown: boolean;
}

const maxShown = 12;
const tones: Readonly<Record<Scanned["result"], Tone>> = {
  here: "good",
  sighted: "info",
  surplus: "attention",
  double: "neutral",
  unknown: "bad",
};

interface ScanPanelProps {
  readonly countId: string;
  /** Called with a scanned code that the stock-take does not expect, to record a surplus mold. */
  readonly onSurplus: (code: string) => void;
}

/** Reads codes from the camera, a hand-held scanner or the keyboard. Sends each code at once and shows the result. */
export function ScanPanel({ countId, onSurplus }: ScanPanelProps) {
  const locale = useLocale();
  const { offline } = locale;
  const { scan: t } = locale.inventory;
  const f = useFormats();
  const client = useClient();
  const invalidate = useInvalidateData();
  const input = useRef<InputRef>(null);
  const [code, setCode] = useState("");
  const [camera, setCamera] = useState(false);
  const [done, setDone] = useState<readonly Done[]>([]);
  const last = useRef(0);

  const tell = (d: Omit<Done, "key">) => {
    last.current += 1;
    const key = last.current;
    setDone((before) => [{ ...d, key }, ...before].slice(0, maxShown));
    // Vibrates as feedback, because the user looks at the mold and not at the screen.
    navigator.vibrate?.(d.tone === "good" || d.tone === "info" ? 60 : [80, 60, 80]);
  };
  const textOf = (s: Scanned) =>
    s.result === "double"
      ? t.result.double(s.foundBy ?? "", f.dateTime(s.foundAt).slice(5, 16))
      : t.result[s.result];

  async function send(text: string): Promise<void> {
    const scanCode = text.trim();
    if (scanCode === "") return;
    try {
      const s = await client.run(scanMold, { countId, scanCode });
      tell({
        code: scanCode,
        moldNo: s.moldNo,
        tone: tones[s.result],
        text: textOf(s),
        isUnknown: s.result === "unknown",
      });
      invalidate();
    } catch (error) {
      if (isQueued(error)) {
        tell({ code: scanCode, moldNo: null, tone: "info", text: offline.waitingHere, isUnknown: false });
        invalidate();
        return;
      }
      const why = messageOf(error, locale) || locale.shell.messages.unexpected;
      tell({
        code: scanCode,
        moldNo: null,
        tone: "bad",
        text: `${t.result.failed} · ${why}`,
        isUnknown: false,
      });
    }
  }
  const submit = () => {
    void send(code);
    setCode("");
    input.current?.focus();
  };
  return (
    <Panel
      title={t.title}
      className="sk-scan"
      extra={
        <Button icon={<CameraOutlined />} onClick={() => setCamera(!camera)}>
          {camera ? t.cameraOff : t.camera}
        </Button>
      }
    >
      {camera && <Camera onCode={(c) => void send(c)} />}
      <Input
        ref={input}
        size="large"
        autoFocus
        aria-label={t.label}
        placeholder={t.placeholder}
        prefix={<ScanOutlined />}
        value={code}
        maxLength={100}
        autoComplete="off"
        onChange={(e) => setCode(e.target.value)}
        onPressEnter={submit}
      />
      <p className="sk-faint sk-scan-hint">{t.hint}</p>
      <h3>{t.recent}</h3>
      <ol className="sk-scan-done" aria-live="polite">
        {done.length === 0 && <li className="sk-faint">{t.nothing}</li>}
        {done.map((d) => (
          <li key={d.key}>
            <b>{d.moldNo ?? d.code}</b>
            <ToneTag tone={d.tone}>{d.text}</ToneTag>
            {d.isUnknown && (
              <button type="button" className="sk-link" onClick={() => onSurplus(d.code)}>
                {t.asSurplus}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
