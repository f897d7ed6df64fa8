import type { CurrentUser } from "@shotkeeper/client";
import { useFormats, useLocale, useViewAs } from "../app/index.ts";
import "./view-banner.css";

/**
 * Banner and coloured frame of a view, in which an administrator sees the application as another user. Renders nothing
 * in other sessions.
 *
 * @param props.isFloating true if the page has no shell. The banner then covers the lower edge of the page.
 */
export function ViewBanner({
  user,
  isFloating,
}: {
  readonly user: CurrentUser | undefined;
  readonly isFloating?: true;
}) {
  const { shell } = useLocale();
  const f = useFormats();
  const { close } = useViewAs();
  if (!user?.viewer) return null;
  const { info, viewer } = user;
  const t = shell.view;
  const name = [info.nickname || info.userName || info.userId, info.userId].join(" · ");
  return (
    <>
      <div className="sk-view-frame" aria-hidden="true" />
      <div className="sk-view-banner" role="status" data-floating={isFloating}>
        <span>
          <strong>{t.as(name)}</strong> {t.readOnly(f.clock(viewer.until))}
          {viewer.isPartial && ` ${t.partial}`}
        </span>
        <button type="button" onClick={() => void close()}>
          {t.end}
        </button>
      </div>
    </>
  );
}
