-- Edge gateways: programs in factories that read counts from machines. A connector of the kind `edge` is one gateway.

create table edge_source (
  tenant_id int not null,
  connector_id bigint not null,
  source_id text collate "C" not null,
  edge_protocol text not null,
  source_address text not null,
  is_enabled boolean not null,
  poll_seconds int not null,
  opc_node text,
  modbus_unit int,
  modbus_table text,
  modbus_register int,
  word_order text,
  line_pattern text,
  count_width int,
  created_by text,
  created_date timestamptz,
  updated_by text,
  updated_date timestamptz,
  primary key (tenant_id, connector_id, source_id),
  constraint edge_source_connector_id
    foreign key (tenant_id, connector_id) references connector (tenant_id, connector_id) on delete cascade
);

select app_guard('edge_source');

-- What a gateway reported last about a source.
create table edge_source_state (
  tenant_id int not null,
  connector_id bigint not null,
  source_id text collate "C" not null,
  state text not null,
  error text,
  read_at timestamptz,
  count bigint,
  counters int,
  primary key (tenant_id, connector_id, source_id),
  constraint edge_source_state_source_id
    foreign key (tenant_id, connector_id, source_id)
    references edge_source (tenant_id, connector_id, source_id) on delete cascade
);

select app_guard('edge_source_state');

-- What a gateway reported last about itself.
create table edge_state (
  tenant_id int not null,
  connector_id bigint not null,
  seen_at timestamptz not null,
  version text not null,
  backlog bigint not null,
  oldest_at timestamptz,
  trouble text,
  primary key (tenant_id, connector_id),
  constraint edge_state_connector_id
    foreign key (tenant_id, connector_id) references connector (tenant_id, connector_id) on delete cascade
);

select app_guard('edge_state');
