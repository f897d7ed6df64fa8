import { CameraOutlined, CloseCircleFilled } from "@ant-design/icons";
import { App, Button } from "antd";
import { use, useRef, useState } from "react";
import { useClient, useFailure, useFormats, useLocale } from "../app/index.ts";
import type { InputProps } from "../cells/column-types.tsx";
import { maxPhotos, photoPaths } from "../cells/photo-paths.ts";
import { Photos } from "../cells/photos.tsx";
import "../cells/photos.css";
import { HoldSubmit } from "./hold-submit.ts";
import { keepOrUpload, reducePhoto } from "./keep-photos.ts";

interface Owner {
  /** Table of the record to which the photos belong. */
  readonly table: string;
  /** Key of the record. Users who may see the record may see its photos. */
  readonly id: string;
  /**
   * True: without a connection, the photos wait on this device until they can be sent. Pass the flag `offline` of the
   * command or entity that stores the photos. Without this flag, its write cannot wait, and nothing would send the
   * photos.
   */
  readonly offline?: boolean | undefined;
}

/**
 * Creates an input that uploads photos of a record (`owner`). The value of the input is a comma-separated list of the
 * photos' paths. Without an owner, the user can only remove photos.
 */
export function photosInput(owner?: Owner) {
  return function PhotosInput({ id, value, onChange, disabled }: InputProps) {
    const { screen, offline } = useLocale();
    const f = useFormats();
    const { message } = App.useApp();
    const megabytes = (bytes: number) => `${f.decimal(bytes / 1_048_576, 1)} MB`;
    const t = screen.photos;
    const client = useClient();
    const fail = useFailure();
    const input = useRef<HTMLInputElement>(null);
    const [busy, setBusy] = useState(false);
    const hold = use(HoldSubmit);
    const paths = photoPaths(value);
    // The user may remove a photo while others are being uploaded.
    const latest = useRef(paths);
    latest.current = paths;
    const put = (next: readonly string[]) => onChange?.(next.length > 0 ? next.join(",") : undefined);
    /** Returns whether the photos were uploaded. */
    const upload = async (files: readonly File[]): Promise<boolean> => {
      if (!owner) return true;
      setBusy(true);
      try {
        const small = await Promise.all(files.map(reducePhoto));
        for (const { file, before } of small)
          if (before !== undefined)
            void message.info(offline.photoSmaller(megabytes(before), megabytes(file.size)), 6);
        const added = await keepOrUpload(
          client,
          small.map(({ file }) => file),
          { ownerTable: owner.table, ownerId: owner.id },
          owner.offline ?? false,
        );
        put([...latest.current, ...added]);
        return true;
      } catch (error) {
        fail(error);
        return false;
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
        {owner && (
          <Button
            icon={<CameraOutlined />}
            loading={busy}
            disabled={disabled || paths.length >= maxPhotos}
            onClick={() => input.current?.click()}
          >
            {t.add}
          </Button>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          multiple
          accept="image/png,image/jpeg,image/webp"
          onChange={(e) => {
            const files = [...(e.target.files ?? [])].slice(0, maxPhotos - paths.length);
            // Clears the file input after each choice. Otherwise choosing the same file again would fire no change
            // event.
            e.target.value = "";
            if (files.length > 0) hold(upload(files));
          }}
        />
      </div>
    );
  };
}
