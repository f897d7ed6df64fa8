import { useQuery } from "@tanstack/react-query";
import { Image } from "antd";
import { useEffect, useState } from "react";
import { missing, useClient, useLocale } from "../app/index.ts";
import { photoPaths } from "./photo-paths.ts";
import "./photos.css";

/** An uploaded picture: it takes the token, so it comes as a blob and its address lives as long as the picture. */
function Photo({ path, label }: { readonly path: string; readonly label: string }) {
  const client = useClient();
  const { data } = useQuery({ queryKey: ["file", path], queryFn: ({ signal }) => client.file(path, signal) });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url ? (
    <Image src={url} alt={label} className="sk-photo" />
  ) : (
    <span className="sk-photo" aria-busy="true" />
  );
}

/** The pictures a field names, small; a click shows them large, one after the other. */
export function Photos({ value }: { readonly value: string | null | undefined }) {
  const { screen } = useLocale();
  const paths = photoPaths(value);
  if (paths.length === 0) return <span className="sk-faint">{missing}</span>;
  return (
    <span className="sk-photos">
      <Image.PreviewGroup>
        {paths.map((path, i) => (
          <Photo key={path} path={path} label={screen.photos.photo(i + 1)} />
        ))}
      </Image.PreviewGroup>
    </span>
  );
}
