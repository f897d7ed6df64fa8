import { ClientError } from "@shotkeeper/client";
import { isMessage, splitMessage } from "@shotkeeper/contract/kernel";
import { readUsages, type Usage, usageList } from "@shotkeeper/contract/usage-lists";
import { filtersToParam } from "@shotkeeper/datagrid/antd";
import { App } from "antd";
import { messageOf, type Session, usageLabel, useFailure, useLocale, useSession } from "../app/index.ts";

interface UsageLink {
  readonly usage: Usage;
  /** Address of the list with filters that select exactly the records of `usage`. */
  readonly to: string;
}

/**
 * Returns links to the records that prevent a deletion (error `usedBy`) or an archiving (error `activeIn`). Leaves out
 * lists that the user may not open. Returns no links for an error with any other code.
 * @param keys keys of the records that the user tried to delete or archive
 */
function usageLinks(error: unknown, keys: readonly (string | number)[], can: Session["can"]): UsageLink[] {
  if (!(error instanceof ClientError) || !isMessage(error, "usedBy", "activeIn")) return [];
  const step = isMessage(error, "usedBy") ? "remove" : "archive";
  return readUsages(splitMessage(error.message).arg ?? "").flatMap((usage) => {
    const list = usageList(usage, keys, step);
    if (!list || !can(list.query.menu, "Q")) return [];
    const { path, filters } = list;
    const filter = `filter=${encodeURIComponent(filtersToParam(filters))}`;
    return [{ usage, to: `${path}${path.includes("?") ? "&" : "?"}${filter}` }];
  });
}

interface UsageLinksProps {
  readonly links: readonly UsageLink[];
  readonly onOpen: () => void;
}

/** Links to the records that use a record. The links are plain anchors, because dialogs are outside the router. */
function UsageLinks({ links, onOpen }: UsageLinksProps) {
  const locale = useLocale();
  return (
    <ul>
      {links.map(({ usage, to }) => (
        <li key={to}>
          <a href={`#${to}`} onClick={onOpen} data-rows={usage.rows}>
            {usageLabel(usage, locale)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns a function that shows why records cannot be deleted or archived. If other records use them, a dialog with
 * links to the other records opens. Any other error is shown as a message.
 */
export function useRemovalFailure(): (error: unknown, keys: readonly (string | number)[]) => void {
  const { modal } = App.useApp();
  const locale = useLocale();
  const { can } = useSession();
  const fail = useFailure();
  return (error, keys) => {
    const links = usageLinks(error, keys, can);
    if (links.length === 0) return fail(error);
    const dialog = modal.error({
      title: messageOf(error, locale),
      content: <UsageLinks links={links} onOpen={() => dialog.destroy()} />,
      closable: true,
    });
  };
}
