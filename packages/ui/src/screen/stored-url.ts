import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../app/index.ts";

/**
 * An address for the content of an uploaded file, which lives little longer than who shows it. The door wants to know who asks,
 * which the src of an img cannot say.
 */
export function useStoredUrl(path: string): { readonly url: string | undefined; readonly failed: boolean } {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["file", path],
    queryFn: ({ signal }) => client.file(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    // An img that is on its way may still ask for it after the one who shows it has gone.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 10_000);
  }, [data]);
  return { url, failed: error !== null };
}
