import { DownloadOutlined, SafetyOutlined } from "@ant-design/icons";
import { auditState, checkAudit } from "@shotkeeper/contract/system";
import { Ago, ToneTag, useAction, useClient, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { useCommandData, useInvalidateData } from "@shotkeeper/ui/data";
import { Button, Popover } from "antd";
import { useState } from "react";
import { saveBlob } from "../../save-blob.ts";

/** Buttons of the system log: check of the log's integrity, and export as JSON lines. */
export function LogTools() {
  const { allows } = useSession();
  const t = useLocale().system.log;
  const client = useClient();
  const act = useAction();
  if (!allows(auditState.access)) return null;
  const download = () =>
    act(async () => saveBlob(await client.file("/audit.jsonl"), "audit.jsonl"), t.downloaded);
  return (
    <>
      <Popover trigger="click" placement="bottomRight" title={t.chain} content={<ChainState />}>
        <Button icon={<SafetyOutlined />}>{t.chain}</Button>
      </Popover>
      <Button icon={<DownloadOutlined />} onClick={() => void download()}>
        {t.download}
      </Button>
    </>
  );
}

/** State of the chain (numbers and hashes over the entries of the log), and a button that checks the chain. */
function ChainState() {
  const { enums, system } = useLocale();
  const t = system.log;
  const f = useFormats();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const [isChecking, setChecking] = useState(false);
  const { data } = useCommandData(auditState, {});
  if (!data) return null;
  const { brokenLine: broken, brokenReason: reason } = data;
  const check = async () => {
    setChecking(true);
    await act(() => client.run(checkAudit, {}));
    setChecking(false);
    invalidate();
  };
  return (
    <div className="sk-log-chain">
      <p>{t.chainHint}</p>
      {data.checkedAt === null ? (
        <ToneTag tone="neutral">{t.unchecked}</ToneTag>
      ) : broken === null ? (
        <ToneTag tone="good">{t.fits(f.whole(data.checkedLines ?? 0))}</ToneTag>
      ) : (
        <ToneTag tone="bad">{t.broken(f.whole(broken))}</ToneTag>
      )}
      <dl className="sk-facts">
        {reason !== null && (
          <div>
            <dt>{t.brokenReason}</dt>
            <dd>{enums.breakReason[reason]}</dd>
          </div>
        )}
        {data.checkedAt !== null && (
          <div>
            <dt>{t.checkedAt}</dt>
            <dd>
              <Ago at={data.checkedAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t.chainLines}</dt>
          <dd>{f.whole(data.chainLines)}</dd>
        </div>
        <div>
          <dt>{t.chainWaiting}</dt>
          <dd>{f.whole(data.chainWaiting)}</dd>
        </div>
        <div>
          <dt>{t.chainHash}</dt>
          <dd className="sk-log-hash">{data.chainHash}</dd>
        </div>
      </dl>
      <Button type="primary" loading={isChecking} onClick={() => void check()}>
        {t.check}
      </Button>
    </div>
  );
}
