import { noticeSecret } from "@shotkeeper/contract/notice";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Alert, Button, Modal, Typography } from "antd";
import { useState } from "react";

interface NoticeSecretDialogProps {
  readonly ruleId: string;
  readonly onClose: () => void;
}

/**
 * Dialog that creates the secret key with which the webhooks of a notice rule are signed. The dialog shows the key
 * once; nobody can read it again.
 */
export function NoticeSecretDialog({ ruleId, onClose }: NoticeSecretDialogProps) {
  const { notice, shell } = useLocale();
  const t = notice.secret;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [secret, setSecret] = useState<string>();
  const create = async () => {
    const made = await act(() => client.run(noticeSecret, { ruleId }));
    if (!made) return;
    setSecret(made.secret);
    invalidate();
  };
  return (
    <Modal
      open
      title={t.title(ruleId)}
      onCancel={onClose}
      // Prevents a click outside the dialog from closing it, because the key cannot be shown again.
      closable={secret === undefined}
      mask={{ closable: false }}
      keyboard={secret === undefined}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{shell.common.cancel}</Button>
            <Button type="primary" onClick={() => void create()}>
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
            copyable={{ text: secret, tooltips: [t.copy, shell.common.copied] }}
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
