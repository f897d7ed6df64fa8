import { quickOrder } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { useQuery } from "@tanstack/react-query";
import { Alert, App, Button, Input, Modal, Select, Spin, Upload } from "antd";
import { useEffect, useState } from "react";
import Failure from "../parts/failure.tsx";
import { NoOem } from "../parts/no-oem.tsx";
import { OrderPreview } from "../parts/order-preview.tsx";
import { type OrderRow, useOrderable } from "../parts/order-rows.ts";
import { useShopper } from "../parts/session.tsx";

/** Debounce: time from the last change of the pasted text until the text is read, ms. */
const debounceMs = 400;

/** A file or pasted text from which rows are read. Each file or text has its own `id`. */
interface Source {
  readonly id: number;
  readonly file?: File;
  readonly text?: string;
  readonly sheet?: number;
}

function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface QuickOrderDialogProps {
  readonly onClose: () => void;
  /** Called with the ids of the cart lines that were added, or whose quantity was increased. */
  readonly onAdded: (cartIds: readonly number[]) => void;
}

/**
 * Dialog to order a list of products from pasted text or from an Excel or CSV file. Shows price, stock and faults of
 * each row before anything is put in the cart. Adds all rows or none.
 */
export function QuickOrderDialog({ onClose, onAdded }: QuickOrderDialogProps) {
  const locale = useLocale();
  const t = locale.shop.quick;
  const shopper = useShopper();
  const { message } = App.useApp();
  const [source, setSource] = useState<Source>({ id: 0, text: "" });
  const [changed, setChanged] = useState<{ readonly id: unknown; readonly rows: readonly OrderRow[] }>();
  const [oem, setOem] = useState(
    shopper.defaultOem ?? (shopper.oems.length === 1 ? shopper.oems[0] : undefined),
  );
  const settled = useDebounced(source);
  const {
    data: sheet,
    error,
    isFetching,
  } = useQuery({
    queryKey: [quickOrder.type, "sheet", settled.id, settled.sheet, locale.code],
    queryFn: async () => {
      // Loads the reader of sheets on demand, because most customers never order by a list.
      const { readPastedText, readOrderSheet } = await import("../parts/order-sheet.ts");
      return settled.file
        ? readOrderSheet(settled.file, locale, settled.sheet)
        : readPastedText(settled.text ?? "", locale);
    },
    enabled: settled.file !== undefined || (settled.text ?? "").trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const rows = changed && changed.id === sheet ? changed.rows : (sheet?.rows ?? []);
  const order = useOrderable(rows, oem);
  const isReading = isFetching || settled !== source;
  const put = (next: Omit<Source, "id">) => setSource((old) => ({ ...next, id: old.id + 1 }));
  async function submit() {
    const cartIds = await order.add();
    if (!cartIds) return;
    void message.success(t.done(rows.length));
    onAdded(cartIds);
    onClose();
  }
  return (
    <Modal
      title={t.title}
      open
      onCancel={onClose}
      onOk={() => void submit()}
      okText={rows.length > 0 ? t.addRows(rows.length) : t.add}
      okButtonProps={{ disabled: isReading || !order.isReady, loading: order.isAdding }}
      mask={{ closable: false }}
      width={920}
    >
      <p className="sk-faint">{t.hint}</p>
      {shopper.oems.length === 0 && <NoOem />}
      <div className="shop-toolbar">
        <Select
          aria-label={locale.shop.product.oem}
          className="shop-quick-oem"
          placeholder={locale.shop.product.oem}
          value={oem ?? null}
          onChange={(v: string | null) => setOem(v ?? undefined)}
          options={shopper.oems.map((value) => ({ value, label: value }))}
        />
        <Upload
          accept=".xlsx,.xls,.csv,.txt"
          showUploadList={false}
          beforeUpload={(file) => {
            put({ file });
            return false;
          }}
        >
          <Button>{t.upload}</Button>
        </Upload>
        <Button
          type="link"
          onClick={() => void import("../parts/order-sheet.ts").then((m) => m.saveTemplate(locale))}
        >
          {t.template}
        </Button>
      </div>
      <Input.TextArea
        className="shop-quick-text"
        aria-label={t.paste}
        autoSize={{ minRows: 3, maxRows: 6 }}
        value={source.text ?? ""}
        placeholder={source.file ? t.fromFile(source.file.name) : t.example}
        onChange={(e) => put({ text: e.target.value })}
      />
      {sheet && sheet.sheets.length > 1 && (
        <Select
          aria-label={t.sheet}
          className="shop-quick-oem"
          value={sheet.sheet}
          onChange={(at) => put({ ...(source.file ? { file: source.file } : {}), sheet: at })}
          options={sheet.sheets.map(({ index, name }) => ({
            value: index,
            label: `${t.sheet}${locale.shell.common.colon}${name}`,
          }))}
        />
      )}
      {sheet?.hints.map((hint) => (
        <Alert key={hint} type="warning" showIcon className="shop-quick-hint" title={hint} />
      ))}
      {sheet?.refusal && <Alert type="error" showIcon className="shop-quick-hint" title={sheet.refusal} />}
      {error && <Failure error={error} />}
      <Spin spinning={isReading}>
        {rows.length > 0 && (
          <OrderPreview order={order} onChange={(change) => setChanged({ id: sheet, rows: change(rows) })} />
        )}
      </Spin>
    </Modal>
  );
}
