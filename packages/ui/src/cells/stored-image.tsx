import { useStoredUrl } from "./stored-url.ts";
import "./photos.css";

interface StoredImageProps {
  /** FILE_PATH of the uploaded file. */
  readonly path: string;
  readonly alt: string;
  /** Text shown if the picture cannot be loaded. */
  readonly broken: string;
}

/** A picture from the server's file store. */
export function StoredImage({ path, alt, broken }: StoredImageProps) {
  const { url, failed } = useStoredUrl(path);
  if (failed) return <div className="sk-image">{broken}</div>;
  return (
    <div className="sk-image" aria-busy={url === undefined}>
      {url && <img src={url} alt={alt} />}
    </div>
  );
}
