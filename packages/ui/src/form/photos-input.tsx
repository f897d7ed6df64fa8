import { CameraOutlined, CloseCircleFilled } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useClient, useFailure, useLocale } from "../app/index.ts";
import type { InputProps } from "../cells/column-types.tsx";
import { maxPhotos, photoPaths } from "../cells/photo-paths.ts";
import { Photos } from "../cells/photos.tsx";
import "../cells/photos.css";

interface Owner {
  /** Table of the record to which the photos belong. */
  readonly table: string;
  /** Key of the record. Users who may see the record may see its photos. */
  readonly id: string;
}

/**
 * Creates an input that uploads photos of a record. The input's value is the comma-separated list that `photoPaths`
 * reads.
 */
export function photosInput(owner: Owner) {
  return function PhotosInput({ id, value, onChange, disabled }: InputProps) {
    const { screen } = useLocale();
    const t = screen.photos;
    const client = useClient();
    const fail = useFailure();
    const input = useRef<HTMLInputElement>(null);
    const [busy, setBusy] = useState(false);
    const paths = photoPaths(value);
    const put = (next: readonly string[]) => onChange?.(next.length > 0 ? next.join(",") : undefined);
    const upload = async (files: readonly File[]) => {
      setBusy(true);
      try {
        const rows = await client.upload(files, { ownerTable: owner.table, ownerId: owner.id });
        put([...paths, ...rows.map((r) => r.filePath ?? "")]);
      } catch (error) {
        fail(error);
      } finally {
        setBusy(false);
      }
    };
    return (
      <div className="sk-photos-input">
        {paths.map((path, i) => (
          <span key={path} className="sk-photos-one">
            <Photos value={path} />
            <button
              type="button"
              aria-label={t.remove(i + 1)}
              disabled={disabled}
              onClick={() => put(paths.filter((p) => p !== path))}
            >
              <CloseCircleFilled />
            </button>
          </span>
        ))}
        <Button
          icon={<CameraOutlined />}
          loading={busy}
          disabled={disabled || paths.length >= maxPhotos}
          onClick={() => input.current?.click()}
        >
          {t.add}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp"
          onChange={(e) => {
            const files = [...(e.target.files ?? [])].slice(0, maxPhotos - paths.length);
            // Choosing the same file again would fire no change event. So the file input is cleared after each choice.
            e.target.value = "";
            if (files.length > 0) void upload(files);
          }}
        />
      </div>
    );
  };
}
