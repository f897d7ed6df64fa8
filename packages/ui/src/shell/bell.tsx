import BellOutlined from "@ant-design/icons/es/icons/BellOutlined";
import { noticeWords } from "@shotkeeper/contract/notice";
import { myNotices, readNotices } from "@shotkeeper/contract/system";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Badge, Button, Empty, Popover } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Ago, useClient, useFailure, useIdle, useLive, useLocale } from "../app/index.ts";
import "./bell.css";
import "./header.css";

const key = ["notices"] as const;
const shown = 50;
/** Path of the page that lists all notices. */
const messagesPath = "/system/message";

/**
 * The bell in the header. Shows the user's latest notices and is updated live. A click on a notice marks the notice as
 * read and opens its link. `hasPage`: the application has a page that lists all notices, and the bell links to it.
 * Without this page (in the shop), the hint for an empty list is another one.
 */
export function Bell({ hasPage = true }: { readonly hasPage?: boolean }) {
  const { shell, code } = useLocale();
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const fail = useFailure();
  const [open, setOpen] = useState(false);
  // Loads the notices only when the browser is idle, so that they do not delay the data of the page.
  const isIdle = useIdle();
  const { data } = useQuery({
    queryKey: key,
    enabled: isIdle,
    queryFn: ({ signal }) =>
      client.query(myNotices, { sort: [{ field: "eventAt", direction: "desc" }], limit: shown, signal }),
  });
  useLive(["notice"], () => void queries.invalidateQueries({ queryKey: key }));

  const rows = data?.rows ?? [];
  const unread = rows.filter((r) => r.readAt === null).length;
  const read = (noticeId?: number) =>
    client
      .run(readNotices, noticeId === undefined ? {} : { noticeId })
      .then(() => queries.invalidateQueries({ queryKey: key }), fail);

  const list = (
    <div className="sk-notices">
      <div className="sk-notices-head">
        <strong>{shell.bell.title}</strong>
        <Button type="link" size="small" disabled={unread === 0} onClick={() => void read()}>
          {shell.bell.allRead}
        </Button>
      </div>
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={shell.bell.empty}>
          <span className="sk-faint">{hasPage ? shell.bell.emptyHint : shell.bell.shopHint}</span>
        </Empty>
      ) : (
        <ul>
          {rows.map((n) => (
            <li key={n.noticeId}>
              <button
                type="button"
                data-unread={n.readAt === null || undefined}
                onClick={() => {
                  setOpen(false);
                  if (n.readAt === null && n.noticeId !== null) void read(n.noticeId);
                  if (n.linkPath) navigate(n.linkPath);
                }}
              >
                <span className="sk-notice-title">{noticeWords(n, code).title}</span>
                <span className="sk-faint">
                  <Ago at={n.eventAt} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hasPage && (
        <div className="sk-notices-foot">
          <Button
            type="link"
            size="small"
            onClick={() => {
              setOpen(false);
              navigate(messagesPath);
            }}
          >
            {shell.bell.all}
          </Button>
        </div>
      )}
    </div>
  );

  return (
    <Popover
      content={list}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      // Moves the list so that it is fully inside the window. On a phone, the space to the left of the bell is narrower
      // than the list.
      align={{ overflow: { shiftX: true, adjustY: true } }}
      open={open}
      onOpenChange={setOpen}
      styles={{ container: { padding: 0 } }}
    >
      <button
        type="button"
        className="sk-icon-button"
        aria-label={shell.bell.open(unread < shown ? String(unread) : `${shown - 1}+`)}
        aria-expanded={open}
        title={shell.bell.title}
      >
        {/* Screen readers skip the badge: the button's name contains the number already, and antd's animation
            would repeat each digit. */}
        <span aria-hidden="true">
          <Badge count={unread} size="small" overflowCount={shown - 1} offset={[2, -2]}>
            <BellOutlined />
          </Badge>
        </span>
      </button>
    </Popover>
  );
}
