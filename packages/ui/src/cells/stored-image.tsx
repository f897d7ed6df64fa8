import { useStoredUrl } from "./stored-url.ts";
import "./photos.css";

interface StoredImageProps {
  /** Path of the uploaded file (FILE_PATH of the file record). */
  readonly path: string;
  readonly alt: string;
  /** Text that is shown if the picture cannot be loaded. */
  readonly broken: string;
}

/** Shows a picture that was uploaded to the server. */
export function StoredImage({ path, alt, broken }: StoredImageProps) {
  const { url, failed } = useStoredUrl(path);
  if (failed) return <div className="sk-image">{broken}</div>;
  return (
    <div className="sk-image" aria-busy={url === undefined}>
      {url && <img src={url} alt={alt} />}
    </div>
  );
}
