import { softInfo } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useState } from "react";
import { useClient, useFormats, useLive, useLocale } from "../app/index.ts";

const warnDays = 30;

/** Loads the licence's data. It is reloaded when the tenant changes. */
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

/** Warns about the end of the licence above every screen. After closing it stays hidden until the page is reloaded. */
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
