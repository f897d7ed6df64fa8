import { useLocale } from "@shotkeeper/ui/app";
import type { InputProps } from "@shotkeeper/ui/cells";
import { Alert, Button, Modal, Select, Typography } from "antd";
import "./keys.css";

// This file has the dialogs that the screens of API keys and of gateways share.

interface KeyShownProps {
  readonly name: string;
  readonly secret: string;
  /** Text that explains how another program sends the key (of an API key or of a gateway). */
  readonly usage: string;
  /** Example of the HTTP header with which another program sends the key. */
  readonly header: string;
  readonly onClose: () => void;
}

/** Dialog that shows a new key once. */
export function KeyShown({ name, secret, usage, header, onClose }: KeyShownProps) {
  const { keys: t, shell } = useLocale();
  return (
    <Modal
      open
      width={560}
      title={t.shownTitle(name)}
      // Prevents an accidental click from closing the dialog, because the key cannot be shown again.
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t.noted}
        </Button>
      }
    >
      <Typography.Paragraph
        className="sk-key"
        copyable={{ text: secret, tooltips: [t.copy, shell.common.copied] }}
      >
        {secret}
      </Typography.Paragraph>
      <Alert type="warning" showIcon title={t.once} />
      <p className="sk-key-usage">{usage}</p>
      <code className="sk-key-header">{header}</code>
    </Modal>
  );
}

/** Input for the time during which an old key stays valid, hours. */
export function OverlapInput({ id, value, onChange }: InputProps) {
  const { overlaps } = useLocale().keys;
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={typeof value === "number" ? value : null}
      onChange={(hours: number) => onChange?.(hours)}
      options={Object.entries(overlaps).map(([hours, label]) => ({ value: Number(hours), label }))}
    />
  );
}
