-- Issued invoices can be cancelled, and a request for an invoice names its orders.

alter table invoice
  add column cancelled_at timestamptz,
  add column cancelled_by text,
  add column cancel_reason text,
  add constraint invoice_cancelled_at check (cancelled_at is null or is_invoiced);

select app_script_view('invoice', 'invoice');

create function invoice_has_lines() returns trigger language plpgsql as $$
begin
  if not exists (
    select from invoice_line l where l.tenant_id = new.tenant_id and l.invoice_id = new.invoice_id
  ) then
    raise exception 'invoice % has no lines', new.invoice_id
      using errcode = '23514', constraint = 'invoice_has_lines';
  end if;
  return null;
end $$;

-- The lines are stored after the request, in the same transaction.
create constraint trigger invoice_has_lines
  after insert on invoice
  deferrable initially deferred
  for each row
  execute function invoice_has_lines();
