import { UploadOutlined } from "@ant-design/icons";
import type { Condition } from "@shotkeeper/contract/kernel";
import {
  arrangePictures,
  product as entity,
  productPicture,
  productPictures,
} from "@shotkeeper/contract/product";
import { useAction, useClient, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, Panel, StoredImage } from "@shotkeeper/ui/cells";
import { useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { useClosing } from "@shotkeeper/ui/form";
import { Button, Drawer } from "antd";
import { useMemo, useRef } from "react";
import "./product.css";

interface ProductPicturesProps {
  readonly product: { readonly goodsId: string; readonly goodsName: string };
  readonly onClose: () => void;
}

/** Drawer to manage a product's pictures: the main pictures, and the pictures of the introduction. */
export function ProductPictures({ product, onClose }: ProductPicturesProps) {
  const t = useLocale().product.pictures;
  const drawer = useClosing(onClose);
  return (
    <Drawer
      open={drawer.open}
      afterOpenChange={drawer.afterOpenChange}
      onClose={drawer.close}
      title={t.title(product.goodsName)}
      size={720}
    >
      <Place goodsId={product.goodsId} part={productPicture.main} title={t.main} />
      <Place goodsId={product.goodsId} part={productPicture.introduction} title={t.introduction} />
    </Drawer>
  );
}

interface PlaceProps {
  readonly goodsId: string;
  readonly part: string;
  readonly title: string;
}

function Place({ goodsId, part, title }: PlaceProps) {
  const { product: words, shell, errors } = useLocale();
  const t = words.pictures;
  const { allows } = useSession();
  const client = useClient();
  const act = useAction();
  const invalidate = useInvalidateData();
  const chooser = useRef<HTMLInputElement>(null);
  const where = useMemo<Condition[]>(
    () => [
      { field: "goodsId", operator: "EQ", value: goodsId },
      { field: "part", operator: "EQ", value: part },
    ],
    [goodsId, part],
  );
  const found = useRows(productPictures, { where, sort: [{ field: "seq", direction: "asc" }] });
  const rows = found.data?.rows ?? [];
  const ids = rows.map((r) => r.fileId ?? "");
  const mayChange = allows(arrangePictures.access);

  const arrange = async (fileIds: readonly string[]) => {
    await act(() => client.run(arrangePictures, { goodsId, part, fileIds }), errors.done);
    invalidate();
  };
  const moved = (from: number, to: number) => {
    const next = ids.filter((_, i) => i !== from);
    next.splice(to, 0, ids[from] ?? "");
    return arrange(next);
  };
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    await act(() => client.upload(files, { ownerTable: entity.wire, ownerId: goodsId, ownerPart: part }));
    invalidate();
  };

  const uploadButton = mayChange && (
    <Button icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
      {t.add}
    </Button>
  );
  return (
    <Panel title={title} extra={uploadButton} wait={found} className="sk-pictures">
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept=".png,.jpg,.jpeg,.webp,.gif"
        aria-label={`${t.add} · ${title}`}
        onChange={(e) => {
          const files = [...(e.target.files ?? [])];
          e.target.value = "";
          void upload(files);
        }}
      />
      {rows.length === 0 ? (
        <EmptyHint title={t.empty} hint={t.emptyHint} />
      ) : (
        <ol className="sk-picture-list">
          {rows.map((row, i) => (
            <li key={row.fileId}>
              <StoredImage path={row.filePath ?? ""} alt={row.fileName ?? ""} broken={t.broken} />
              <div className="sk-picture-foot">
                <span>{i === 0 ? t.first : i + 1}</span>
                {mayChange && (
                  <span className="sk-row-actions">
                    <button
                      type="button"
                      className="sk-link"
                      aria-label={t.earlier}
                      title={t.earlier}
                      aria-disabled={i === 0}
                      onClick={() => i > 0 && void moved(i, i - 1)}
                    >
                      ←
                    </button>
                    <button
                      type="button"
                      className="sk-link"
                      aria-label={t.later}
                      title={t.later}
                      aria-disabled={i === rows.length - 1}
                      onClick={() => i < rows.length - 1 && void moved(i, i + 1)}
                    >
                      →
                    </button>
                    <button
                      type="button"
                      className="sk-link sk-link-danger"
                      onClick={() => void arrange(ids.filter((id) => id !== row.fileId))}
                    >
                      {shell.common.remove}
                    </button>
                  </span>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
