-- Lines of bank statements that are booked as payments. The key is made from the line's content, so that the same line
-- of another file is found again.
create table bank_line (
  tenant_id int not null,
  line_key text collate "C" not null,
  booked_on date not null,
  bank_amount numeric(16,2) not null,
  payer_name text,
  payer_account text,
  bank_reference text,
  bank_remark text,
  bank_file text not null,
  payment_id text collate "C" not null,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, line_key),
  constraint bank_line_bank_amount check (bank_amount > 0),
  constraint bank_line_payment_id
    foreign key (tenant_id, payment_id) references payment (tenant_id, payment_id)
);

create index bank_line_of on bank_line (tenant_id, payment_id);
create index bank_line_day on bank_line (tenant_id, booked_on);

select app_guard('bank_line');
select app_script_view('bank_line', 'bank_line');
