import { softInfo } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useState } from "react";
import { useClient, useFormats, useLive, useLocale } from "../app/index.ts";

const warnDays = 30;

/** Loads the names of the tenant and the limits of its licence. Loads them again after a change of the tenant. */
export function useSoftInfo() {
  const client = useClient();
  const query = useQuery({
    queryKey: ["licence"],
    queryFn: ({ signal }) => client.run(softInfo, {}, signal),
    staleTime: 3_600_000,
  });
  useLive(["session"], () => void query.refetch());
  return query;
}

/**
 * Banner on every screen that warns if the licence ends soon. If the user closes the banner, it appears again at the
 * next start of the application.
 */
export function LicenceBanner() {
  const { shell } = useLocale();
  const f = useFormats();
  const { data } = useSoftInfo();
  const [isClosed, setClosed] = useState(false);
  const days = data?.daysLeft ?? null;
  if (isClosed || days === null || days > warnDays || !data?.dueDate) return null;
  return (
    <Alert
      banner
      type={days < 0 ? "error" : "warning"}
      closable={{ onClose: () => setClosed(true) }}
      title={shell.licence.ends(f.date(data.dueDate), shell.licence.daysLeft(days))}
    />
  );
}
