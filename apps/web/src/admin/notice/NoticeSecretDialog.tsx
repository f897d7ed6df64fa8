import { noticeSecret } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useWritten } from "@shotkeeper/ui/screen";
import { Alert, Button, Modal, Typography } from "antd";
import { useState } from "react";

interface NoticeSecretDialogProps {
  readonly ruleId: string;
  readonly onClose: () => void;
}

/** Makes the key of a rule's webhooks and shows it once; it lives in this dialog only. */
export function NoticeSecretDialog({ ruleId, onClose }: NoticeSecretDialogProps) {
  const { notice, frame } = useLocale();
  const t = notice.secret;
  const client = useClient();
  const act = useAction();
  const written = useWritten();
  const [secret, setSecret] = useState<string>();
  const make = async () => {
    const made = await act(() => client.run(noticeSecret, { ruleId }));
    if (!made) return;
    setSecret(made.SECRET);
    written();
  };
  return (
    <Modal
      open
      title={t.title(ruleId)}
      onCancel={onClose}
      // A slip of the mouse must not take away what cannot be shown again.
      closable={secret === undefined}
      mask={{ closable: false }}
      keyboard={secret === undefined}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{frame.common.cancel}</Button>
            <Button type="primary" onClick={() => void make()}>
              {t.ok}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t.noted}
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <p>{t.lead}</p>
      ) : (
        <>
          <Typography.Paragraph
            className="sk-notice-key"
            copyable={{ text: secret, tooltips: [t.copy, frame.common.copied] }}
          >
            {secret}
          </Typography.Paragraph>
          <p className="sk-faint">{t.how}</p>
          <Alert type="warning" showIcon title={t.once} />
        </>
      )}
    </Modal>
  );
}
