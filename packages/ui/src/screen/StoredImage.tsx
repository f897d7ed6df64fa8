import { useStoredUrl } from "./stored-url.ts";
import "./screen.css";

interface StoredImageProps {
  /** FILE_PATH of the uploaded file. */
  readonly path: string;
  readonly alt: string;
  /** What stands in its place when it cannot be had. */
  readonly broken: string;
}

/** An uploaded picture. */
export function StoredImage({ path, alt, broken }: StoredImageProps) {
  const { url, failed } = useStoredUrl(path);
  if (failed) return <div className="sk-image sk-faint">{broken}</div>;
  return (
    <div className="sk-image" aria-busy={url === undefined}>
      {url && <img src={url} alt={alt} />}
    </div>
  );
}
