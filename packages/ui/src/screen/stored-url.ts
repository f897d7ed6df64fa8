import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../app/index.ts";

/**
 * An address for the content of an uploaded file, which lives as long as who shows it. The door wants to know who asks,
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
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, failed: error !== null };
}
