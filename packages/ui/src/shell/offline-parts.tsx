import CloudUploadOutlined from "@ant-design/icons/es/icons/CloudUploadOutlined";
import { Badge } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";
import { useClient, useFormats, useLocale, useOutbox, useSession } from "../app/index.ts";
import "./offline.css";

/** Address of the page that lists the actions on this device. */
const offlinePath = "/offline";

/** Button in the header that shows how many actions wait on this device. Hidden if none waits. */
export function OutboxButton() {
  const { offline: t } = useLocale();
  const { actions, others, isSending } = useOutbox();
  const open = actions.filter((a) => a.state === "waiting" || a.state === "conflict").length;
  if (open === 0 && Object.keys(others).length === 0) return null;
  const isConflict = actions.some((a) => a.state === "conflict");
  return (
    <Link to={offlinePath} className="sk-icon-button" aria-label={t.open(open)} title={t.open(open)}>
      <Badge
        count={open}
        size="small"
        overflowCount={9999}
        color={isConflict ? "var(--sk-state-removed)" : "var(--sk-primary)"}
      >
        <CloudUploadOutlined data-sending={isSending || undefined} className="sk-outbox-icon" />
      </Badge>
    </Link>
  );
}

/** Banner on every screen while the server cannot be reached, or while actions wait for a log-in. */
export function OfflineBanner() {
  const { offline: t } = useLocale();
  const f = useFormats();
  const client = useClient();
  const { isReachable, needsSignIn } = useOutbox();
  if (isReachable && !needsSignIn) return null;
  const at = client.offline?.packedAt();
  return (
    <div className="sk-offline-banner" role="status">
      {needsSignIn ? t.signIn : t.noConnection}{" "}
      {!isReachable && at !== undefined && t.dataOf(f.dateTime(at).slice(5, 16))}
    </div>
  );
}

/**
 * Passes tenant and user to the client. The client then reads the data that this device has stored for the user, and
 * begins to send the writes that wait on this device. The pages are drawn afterwards.
 */
export function OfflineSession({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const { tenantCode, userId } = useSession().user.info;
  const [ready, setReady] = useState(client.offline === undefined);
  useEffect(() => {
    let isOver = false;
    void client.offline?.start({ tenant: tenantCode, user: userId }).finally(() => {
      if (!isOver) setReady(true);
    });
    return () => {
      isOver = true;
    };
  }, [client, tenantCode, userId]);
  return ready ? children : null;
}
