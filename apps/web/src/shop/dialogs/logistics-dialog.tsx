import { ClientError } from "@shotkeeper/client";
import {
  type ExpressData,
  type ExpressRoute,
  queryExpress,
  sortedRoutes,
} from "@shotkeeper/contract/carrier";
import { isMessage } from "@shotkeeper/contract/kernel";
import { messageOf, useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useQuery } from "@tanstack/react-query";
import { Alert, App, Button, Modal, Skeleton, Timeline } from "antd";
import type { PersonalOrder } from "../parts/orders.ts";

/** Returns the route steps of a parcel from the carrier's answer (JSON), the latest step first. */
function routesOf(apiResultData: string): readonly ExpressRoute[] {
  const { msgData }: ExpressData = JSON.parse(apiResultData);
  return sortedRoutes(msgData.routeResps.flatMap((r) => r.routes)).reverse();
}

/**
 * Dialog that tracks a parcel. The carrier asks for the waybill number and the last four digits of the consignee's
 * phone.
 */
export function LogisticsDialog({
  order,
  onClose,
}: {
  readonly order: PersonalOrder | undefined;
  readonly onClose: () => void;
}) {
  const locale = useLocale();
  const t = locale.shop.logistics;
  const f = useFormats();
  const client = useClient();
  const { message } = App.useApp();
  const phone = (order?.recTel ?? "").replace(/\D/g, "").slice(-4);
  const { data, error, isPending } = useQuery({
    queryKey: ["logistics", order?.expressNo],
    queryFn: async () => {
      const { orderNo = null, expressNo = null } = order ?? {};
      const answer = await client.run(queryExpress, {
        orderCode: orderNo,
        customerName: phone,
        logisticCode: expressNo,
      });
      return routesOf(answer.apiResultData);
    },
    enabled: Boolean(order?.expressNo && phone),
    retry: false,
  });
  const isUnknown = error instanceof ClientError && isMessage(error, "notConfigured", "unknownType");
  return (
    <Modal title={t.title} open={order !== undefined} onCancel={onClose} footer={null} width={520}>
      <dl className="shop-facts">
        <dt>{t.carrier}</dt>
        <dd>{order?.carrier ?? "–"}</dd>
        <dt>{t.no}</dt>
        <dd>
          {order?.expressNo}{" "}
          <Button
            size="small"
            type="link"
            onClick={() =>
              void navigator.clipboard.writeText(order?.expressNo ?? "").then(() => message.success(t.copied))
            }
          >
            {t.copy}
          </Button>
        </dd>
      </dl>
      {!phone && <Alert type="warning" showIcon title={t.noPhone} />}
      {error && <Alert type="info" showIcon title={isUnknown ? t.notConfigured : messageOf(error, locale)} />}
      {phone && isPending && !error && <Skeleton active />}
      {data?.length === 0 && <p className="sk-faint">{t.none}</p>}
      {data && data.length > 0 && (
        <Timeline
          className="shop-routes"
          items={data.map((r, i) => ({
            color: i === 0 ? "green" : "gray",
            content: (
              <>
                <time>{f.dateTime(r.acceptTime)}</time>
                <p>{r.remark}</p>
              </>
            ),
          }))}
        />
      )}
    </Modal>
  );
}
