import { counterSecret } from "@shotkeeper/contract/counter";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Alert, Button, Modal, Typography } from "antd";
import { useState } from "react";
import "./counter.css";

interface SecretDialogProps {
  readonly writerId: string;
  readonly onClose: () => void;
}

/** Dialog that creates a secret for a counter and shows the secret once. */
export function SecretDialog({ writerId, onClose }: SecretDialogProps) {
  const { counter, shell } = useLocale();
  const t = counter.secret;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [secret, setSecret] = useState<string>();
  const make = async () => {
    const made = await act(() => client.run(counterSecret, { writerId }));
    if (!made) return;
    setSecret(made.secret);
    invalidate();
  };
  return (
    <Modal
      open
      title={t.title(writerId)}
      onCancel={onClose}
      // Prevents an accidental click from closing the dialog, because the secret cannot be shown again.
      closable={secret === undefined}
      mask={{ closable: false }}
      keyboard={secret === undefined}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{shell.common.cancel}</Button>
            <Button type="primary" danger onClick={() => void make()}>
              {t.ok}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t.close}
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <p>{t.lead}</p>
      ) : (
        <>
          <Typography.Paragraph
            className="sk-secret"
            copyable={{ text: secret, tooltips: [t.copy, shell.common.copied] }}
          >
            {secret}
          </Typography.Paragraph>
          <Alert type="warning" showIcon title={t.once} />
        </>
      )}
    </Modal>
  );
}
