import { resetPassword } from "@shotkeeper/contract/system";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { Alert, Button, Modal, Typography } from "antd";
import { useState } from "react";
import "./system.css";

interface PasswordDialogProps {
  readonly userId: string;
  /** True if the user was just added and has no password yet. */
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** Dialog that sets a random password for a user and shows the password once. */
export function PasswordDialog({ userId, isNew, onClose }: PasswordDialogProps) {
  const { system, shell } = useLocale();
  const t = system.user;
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [password, setPassword] = useState<string>();
  const make = async () => {
    const made = await act(() => client.run(resetPassword, { userId }));
    if (!made) return;
    setPassword(made.password);
    invalidate();
  };
  return (
    <Modal
      open
      width={440}
      title={isNew ? t.firstPasswordTitle(userId) : t.passwordTitle(userId)}
      onCancel={onClose}
      // Prevents an accidental click from closing the dialog, because the password cannot be shown again.
      closable={password === undefined}
      mask={{ closable: false }}
      keyboard={password === undefined}
      footer={
        password === undefined ? (
          <>
            <Button onClick={onClose}>{isNew ? t.later : shell.common.cancel}</Button>
            <Button type="primary" danger={!isNew} onClick={() => void make()}>
              {isNew ? t.makePassword : t.resetPassword}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {t.noted}
          </Button>
        )
      }
    >
      {password === undefined ? (
        <>
          <p>{isNew ? t.firstPasswordLead : shell.prompts.resetPassword}</p>
          {!isNew && <p className="sk-faint">{t.passwordLead}</p>}
        </>
      ) : (
        <>
          <Typography.Paragraph
            className="sk-once"
            copyable={{ text: password, tooltips: [t.copy, shell.common.copied] }}
          >
            {password}
          </Typography.Paragraph>
          <Alert type="warning" showIcon title={t.once} />
        </>
      )}
    </Modal>
  );
}
