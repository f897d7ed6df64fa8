import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../app/index.ts";

/**
 * Loads an uploaded file and returns an object URL for it. An `<img src>` cannot load the file itself, because the
 * request needs the session's token in a header. The URL is revoked 10 s after the component was unmounted.
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
    // Revokes the URL with a delay, because an <img> that is still loading may need the URL shortly after the component
    // was unmounted.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 10_000);
  }, [data]);
  return { url, failed: error !== null };
}
