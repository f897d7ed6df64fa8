import { Image } from "antd";
import { missing, useLocale } from "../app/index.ts";
import { photoPaths } from "./photo-paths.ts";
import { useStoredUrl } from "./stored-url.ts";
import "./photos.css";

function Photo({ path, label }: { readonly path: string; readonly label: string }) {
  const { url, failed } = useStoredUrl(path);
  if (failed) return <span className="sk-faint">{missing}</span>;
  return url ? (
    <Image src={url} alt={label} className="sk-photo" />
  ) : (
    <span className="sk-photo" aria-busy="true" />
  );
}

/** Shows the photos of a field as thumbnails. A click opens them in a viewer. */
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
