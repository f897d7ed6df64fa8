import type { QueryRow } from "@shotkeeper/contract/kernel";
import { noticeWords } from "@shotkeeper/contract/notice";
import { myNotices } from "@shotkeeper/contract/system";
import { warningLevel } from "@shotkeeper/contract/warning";
import { useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag, Facts } from "@shotkeeper/ui/cells";
import { useClosing } from "@shotkeeper/ui/form";
import { Button, Drawer } from "antd";
import { warningLevelTones } from "../tones.ts";

interface MessageDrawerProps {
  readonly row: QueryRow<typeof myNotices>;
  readonly onGo: () => void;
  readonly onClose: () => void;
}

const plain = ["level", "noticeType", "eventAt"] as const;
const place = ["longitude", "latitude"] as const;

export function MessageDrawer({ row, onGo, onClose }: MessageDrawerProps) {
  const { code, notice, shell } = useLocale();
  const drawer = useClosing(onClose);
  const words = noticeWords(row, code);
  return (
    <Drawer
      open={drawer.open}
      afterOpenChange={drawer.afterOpenChange}
      onClose={drawer.close}
      title={words.title}
      size={480}
      footer={
        <div className="sk-form-footer">
          <Button onClick={drawer.close}>{shell.common.close}</Button>
          {row.linkPath && (
            <Button
              type="primary"
              onClick={() => {
                drawer.close();
                onGo();
              }}
            >
              {notice.centre.go}
            </Button>
          )}
        </div>
      }
    >
      <p className="sk-message-body">{words.body}</p>
      <Facts
        fields={myNotices.columns}
        names={row.longitude === null ? plain : [...plain, ...place]}
        row={row}
        cells={{ level: <ChoiceTag of={warningLevel} value={row.level} tones={warningLevelTones} /> }}
      />
    </Drawer>
  );
}
