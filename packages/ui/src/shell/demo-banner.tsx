import { demoProgress } from "@shotkeeper/contract/system";
import { useQuery } from "@tanstack/react-query";
import { Progress } from "antd";
import { useClient, useLocale } from "../app/index.ts";

const pollMs = 2_000;

/**
 * Banner on every screen that shows how much of the demo's history is generated. The banner disappears when the history
 * is complete.
 */
export function DemoBanner() {
  const client = useClient();
  const { shell } = useLocale();
  const { data } = useQuery({
    queryKey: ["demoProgress"],
    queryFn: ({ signal }) => client.run(demoProgress, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Stops repeating the request when the server answers the total 0, that is, if the history is complete or the
    // tenant has no demo.
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? pollMs : false),
  });
  if (!data || data.total === 0) return null;
  const { done, total } = data;
  return (
    <div className="sk-demo-banner" role="status">
      <span>{shell.demo.history(done, total)}</span>
      <Progress percent={(done / total) * 100} showInfo={false} size="small" aria-label={shell.demo.title} />
    </div>
  );
}
