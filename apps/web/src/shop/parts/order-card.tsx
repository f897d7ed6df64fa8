import MoreOutlined from "@ant-design/icons/es/icons/MoreOutlined";
import RightOutlined from "@ant-design/icons/es/icons/RightOutlined";
import { orderStat } from "@shotkeeper/contract/enumerations";
import { customerOrder } from "@shotkeeper/contract/shop";
import { type Tone, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { choiceLabel } from "@shotkeeper/ui/cells";
import { Button, Dropdown } from "antd";
import { useState } from "react";
import { Amount } from "./amount.tsx";
import { type OrderAction, type OrderHandlers, useOrderActions } from "./order-actions.ts";
import { OrderDetails } from "./order-details.tsx";
import type { PersonalOrder } from "./orders.ts";

const { created, finished, cancelled, awaitingApproval } = orderStat.values;

/** Returns the tone (colour) of an order's state. States in which the customer has to act stand out. */
function toneOf(o: PersonalOrder): Tone {
  const stat = o.orderStat ?? created;
  if (stat === awaitingApproval || (stat === created && (o.statementDays ?? 1) <= 1)) return "attention";
  if (stat === finished) return "good";
  return stat === cancelled ? "neutral" : "info";
}

/** Menu with actions. Actions that cannot be done now are disabled and show the reason. */
function ActionMenu({
  actions,
  label,
}: {
  readonly actions: readonly OrderAction[];
  readonly label: string;
}) {
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        items: actions.map((a) => ({
          key: a.key,
          danger: a.isDanger === true && a.reason === undefined,
          disabled: a.reason !== undefined,
          onClick: a.run,
          label:
            a.reason === undefined ? (
              a.label
            ) : (
              <span className="shop-menu-reason">
                {a.label}
                <small>{a.reason}</small>
              </span>
            ),
        })),
      }}
    >
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={label} />
    </Dropdown>
  );
}

/**
 * Short text about the goods of an order: "4G counter × 2 and 3 more". If there is too little room, the name of the
 * product is cut off, but never the quantity.
 */
function Summary({ o }: { readonly o: PersonalOrder }) {
  const t = useLocale().shop.home;
  const [first] = o.lines;
  const more = o.lines.length - 1;
  return (
    <span className="sk-faint shop-order-goods">
      <span title={first?.goodsName ?? ""}>{first?.goodsName}</span>
      {first && <span>{` × ${first.orderQty ?? ""}${more > 0 ? ` ${t.moreLines(more)}` : ""}`}</span>}
    </span>
  );
}

interface OrderCardProps extends OrderHandlers {
  readonly o: PersonalOrder;
  /** True if the logged-in user may approve orders of the company. */
  readonly isApprover: boolean;
  /** True if the details are shown before the user has opened or closed them. */
  readonly isOpenAtFirst: boolean;
}

/** An order in one line, with its next step and a menu of the other actions. A click on the line shows the details. */
export function OrderCard({ o, isApprover, isOpenAtFirst, ...handlers }: OrderCardProps) {
  const locale = useLocale();
  const t = locale.shop.home;
  const f = useFormats();
  const [chosen, setOpen] = useState<boolean>();
  const isOpen = chosen ?? isOpenAtFirst;
  const actions = useOrderActions(o, handlers, isApprover);
  const next = actions.find((a) => a.isNext);
  const others = actions.filter((a) => a !== next);
  const inMenu = isOpen ? others.filter((a) => a.reason !== undefined) : others;
  return (
    <article className="shop-order-card" data-open={isOpen} aria-label={o.orderNo}>
      <header className="shop-order-row">
        <button
          type="button"
          className="shop-order-toggle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? t.collapse : t.expand}: ${o.orderNo}`}
          onClick={() => setOpen(!isOpen)}
        >
          <RightOutlined rotate={isOpen ? 90 : 0} />
          <strong>{o.orderNo}</strong>
        </button>
        <span className="sk-faint shop-order-date">{f.date(o.orderDate)}</span>
        <span className="shop-order-oem">{o.oemName}</span>
        <Summary o={o} />
        <span className="shop-order-state">
          <ToneTag tone={toneOf(o)}>
            {choiceLabel(customerOrder.fields.orderStat, o.orderStat, locale)}
          </ToneTag>
        </span>
        <span className="shop-order-sum">
          <Amount value={o.totalAmount ?? 0} strong />
        </span>
        <span className="shop-order-next">
          {next && (
            <Button type={next.isOptional ? "default" : "primary"} size="small" onClick={next.run}>
              {next.label}
            </Button>
          )}
        </span>
        {inMenu.length > 0 && <ActionMenu actions={inMenu} label={`${t.more}: ${o.orderNo}`} />}
      </header>
      {isOpen && (
        <OrderDetails
          o={o}
          actions={others.filter((a) => a.reason === undefined)}
          isApprover={isApprover}
          {...handlers}
        />
      )}
    </article>
  );
}
