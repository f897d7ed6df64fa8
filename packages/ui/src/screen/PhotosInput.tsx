import { CameraOutlined, CloseCircleFilled } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { useClient, useFailure, useLocale } from "../app/index.ts";
import type { InputProps } from "./column-types.tsx";
import { Photos } from "./Photos.tsx";
import { mostPhotos, photoPaths } from "./photo-paths.ts";
import "./photos.css";

interface Owner {
  /** The table and key of the record that the pictures belong to: who may see it may see them. */
  readonly table: string;
  readonly id: string;
}

/** Takes pictures with the camera or from the gallery; the value names them as `photoPaths` reads it. */
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
        const rows = await client.upload(files, { OT_TB: owner.table, OT_ID1: owner.id });
        put([...paths, ...rows.map((r) => String(r.FILE_PATH))]);
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
          disabled={disabled || paths.length >= mostPhotos}
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
            const files = [...(e.target.files ?? [])].slice(0, mostPhotos - paths.length);
            // The same picture may be chosen again after it was taken away.
            e.target.value = "";
            if (files.length > 0) void upload(files);
          }}
        />
      </div>
    );
  };
}
