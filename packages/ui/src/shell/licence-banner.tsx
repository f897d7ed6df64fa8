import { softInfo } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useState } from "react";
import { useClient, useFormats, useLive, useLocale } from "../app/index.ts";

const warnDays = 30;

/** What the licence says; the frame asks once and again when something of the tenant changed. */
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

/** A licence in its last days says so over every screen; put away, it stays away until the page is loaded again. */
export function LicenceBanner() {
  const { shell } = useLocale();
  const f = useFormats();
  const { data } = useSoftInfo();
  const [away, setAway] = useState(false);
  const days = data?.DAYS_LEFT ?? null;
  if (away || days === null || days > warnDays || !data?.DUE_DATE) return null;
  return (
    <Alert
      banner
      type={days < 0 ? "error" : "warning"}
      closable={{ onClose: () => setAway(true) }}
      title={shell.licence.ends(f.date(data.DUE_DATE), shell.licence.daysLeft(days))}
    />
  );
}
