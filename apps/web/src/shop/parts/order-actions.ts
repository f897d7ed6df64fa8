import { orderStat } from "@shotkeeper/contract/enumerations";
import {
  documentType,
  hasDeliveryNote,
  onTerms,
  refuseRequest,
  refuseSale,
  returnKind,
} from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import type { PersonalOrder } from "./orders.ts";
import type { PersonalPayment } from "./receipts.tsx";
import { useDocument, useSaveFile } from "./save-file.ts";

/** Handlers of an order's actions. The page provides these handlers, because the page opens the dialogs. */
export interface OrderHandlers {
  readonly onApprove: (o: PersonalOrder) => void;
  readonly onRefuse: (o: PersonalOrder) => void;
  readonly onRemove: (o: PersonalOrder) => void;
  readonly onVoucher: (o: PersonalOrder) => void;
  readonly onReplace: (o: PersonalOrder, p: PersonalPayment) => void;
  readonly onLogistics: (o: PersonalOrder) => void;
  readonly onReceive: (o: PersonalOrder) => void;
  readonly onAgain: (o: PersonalOrder) => void;
  readonly onList: (o: PersonalOrder) => void;
  readonly onReturn: (o: PersonalOrder) => void;
  readonly onWithdraw: (returnNo: string) => void;
}

export interface OrderAction {
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
  /** Reason why the action cannot be done now. Undefined if the action can be done. */
  readonly reason?: string | undefined;
  /** True for the next step of the order. */
  readonly isNext?: true;
  /** True if the order goes on without this step. The button of the step then does not stand out. */
  readonly isOptional?: boolean;
  readonly isDanger?: true;
}

const { created, voucherUploaded } = orderStat.values;

/** Returns true if the customer may ask to cancel, return or exchange goods of the order. */
const canReturn = (o: PersonalOrder): boolean =>
  Object.values(returnKind.values).some((kind) => refuseRequest(kind, o) === undefined);

/** Returns all actions of an order, the next steps first. An action that cannot be done now has a reason. */
export function useOrderActions(
  o: PersonalOrder,
  h: OrderHandlers,
  isApprover: boolean,
): readonly OrderAction[] {
  const { shop, returns, company } = useLocale();
  const t = shop.home;
  const saveDocument = useDocument();
  const saveFile = useSaveFile();
  const stat = o.orderStat ?? created;
  const invoice = o.invoices.at(-1)?.filePath;
  const isWaiting = refuseSale("approve", o) === undefined;
  const steps: readonly (OrderAction | false)[] = [
    isWaiting &&
      isApprover && { key: "approve", label: company.approve, run: () => h.onApprove(o), isNext: true },
    (stat === created || stat === voucherUploaded) && {
      key: "voucher",
      label: t.voucher,
      run: () => h.onVoucher(o),
      isNext: true,
      // The order goes on without this upload: staff already have a voucher to judge, or the customer pays later by
      // monthly statement.
      isOptional: stat === voucherUploaded || onTerms(o),
    },
    refuseSale("receive", o) === undefined && {
      key: "receive",
      label: t.receive,
      run: () => h.onReceive(o),
      isNext: true,
    },
    isWaiting &&
      isApprover && { key: "refuse", label: company.refuse, run: () => h.onRefuse(o), isDanger: true },
    { key: "again", label: t.again, run: () => h.onAgain(o) },
    { key: "list", label: company.lists.saveOrder, run: () => h.onList(o) },
    { key: "quotation", label: t.quotation, run: () => void saveDocument(o.orderNo, documentType.quotation) },
    {
      key: "delivery",
      label: t.delivery,
      run: () => void saveDocument(o.orderNo, documentType.deliveryNote),
      reason: hasDeliveryNote(o) ? undefined : t.noDelivery,
    },
    {
      key: "invoice",
      label: t.invoice,
      run: () => void saveFile(invoice ?? "", `${shop.invoice.fileName}-${o.orderNo}`),
      reason: invoice ? undefined : t.invoiceMissing,
    },
    {
      key: "logistics",
      label: t.logistics,
      run: () => h.onLogistics(o),
      reason: o.expressNo ? undefined : t.noExpress,
    },
    {
      key: "return",
      label: returns.ask,
      run: () => h.onReturn(o),
      reason: canReturn(o) ? undefined : t.noReturn,
    },
    {
      key: "remove",
      label: t.remove,
      run: () => h.onRemove(o),
      reason: refuseSale("remove", o) === undefined ? undefined : t.removeRefused,
      isDanger: true,
    },
  ];
  return steps.filter((a) => a !== false);
}
