-- Overpaid money belongs to no order and to no return. Kind 2 of a refund pays it back: `payment_id` is the payment.
alter table refund
  alter column return_no drop not null,
  alter column order_no drop not null,
  drop constraint refund_payment_id,
  add constraint refund_payment_id check ((refund_kind in (1, 2)) = (payment_id is not null)),
  add constraint refund_source check (
    (return_no is null) = (refund_kind = 2) and (order_no is null) = (refund_kind = 2)
  );

create index refund_of_payment on refund (tenant_id, payment_id) where payment_id is not null;
