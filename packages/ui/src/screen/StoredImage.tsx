import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../app/index.ts";
import "./screen.css";

interface StoredImageProps {
  /** FILE_PATH of the uploaded file. */
  readonly path: string;
  readonly alt: string;
  /** What stands in its place when it cannot be had. */
  readonly broken: string;
}

/** An uploaded picture. The door wants to know who asks, which the src of an img cannot say. */
export function StoredImage({ path, alt, broken }: StoredImageProps) {
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
  if (error) return <div className="sk-image sk-faint">{broken}</div>;
  return (
    <div className="sk-image" aria-busy={url === undefined}>
      {url && <img src={url} alt={alt} />}
    </div>
  );
}
