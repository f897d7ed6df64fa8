import type { connectorList } from "@shotkeeper/contract/counter";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { Ago, missing, useFormats, useLocale } from "@shotkeeper/ui/app";
import { serverNow } from "@shotkeeper/ui/time";
import { Alert } from "antd";
import { EdgeFault } from "./edge-fault.tsx";

/** Time without a report after which a gateway is shown as away, ms. A gateway reports every 15 s. */
const awayMs = 120_000;

/** Returns true if a gateway that has reported before does not report any more. */
export const isAway = (seenAt: string | null): boolean =>
  seenAt !== null && serverNow() - Date.parse(seenAt) > awayMs;

/** State that an edge gateway reported, or instructions to connect the gateway if it has not reported. */
export function EdgeGatewayState({ row }: { readonly row: QueryRow<typeof connectorList> }) {
  const { edge: t, fields, shell } = useLocale();
  const { colon } = shell.common;
  const f = useFormats();
  const { edgeSeenAt: seenAt, edgeBacklog: backlog, edgeTrouble: trouble } = row;
  if (seenAt === null)
    return <Alert type="info" showIcon title={t.notConnected} description={t.connectHint} />;
  const away = isAway(seenAt);
  return (
    <>
      {away && <Alert type="warning" showIcon title={t.away} description={t.awayHint} />}
      {!away && trouble !== null && (
        <Alert
          type="warning"
          showIcon
          title={fields.edgeTrouble}
          description={<EdgeFault text={trouble} />}
        />
      )}
      <p className="sk-faint">
        {fields.edgeSeenAt + colon}
        <Ago at={seenAt} />
        {` · ${fields.edgeVersion}${colon}${row.edgeVersion ?? missing}`}
        {` · ${fields.edgeBacklog}${colon}${f.whole(backlog ?? 0)}`}
        {row.edgeOldestAt !== null && (
          <>
            {` · ${fields.edgeOldestAt}${colon}`}
            <Ago at={row.edgeOldestAt} />
          </>
        )}
      </p>
    </>
  );
}
