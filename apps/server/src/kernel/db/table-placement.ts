const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Placement of every table in a Citus cluster. A test compares the lists with the schema, so each new table must be
 * added to a list.
 */
export const tablePlacement = {
  /** Reference tables: each node has a full copy. Any statement can join these tables. A write reaches all nodes. */
  reference: names("chip removed_tenant tenant"),
  /**
   * Tables on the coordinator only: rows that belong to no tenant, or that are read before the tenant is known, such as
   * attempts to log in. Only `Db.platform` reaches them.
   */
  local: names("captcha known_right login_attempt passkey_challenge schema_migration"),
  /**
   * Tables on the coordinator that statements join with reference tables. Citus allows such a join only for tables that
   * it manages.
   */
  managed: names("job"),
  /** Tables whose rows are on the node of their tenant (column `tenant_id`). */
  byTenant: names(`
    api_key audit_head audit_line bank_line binding board_figure cart_line checklist checkout client_package
    company_application connector connector_device connector_message connector_state count_correction counter
    counter_change counter_seen counter_state customer customer_address customer_oem customer_order
    customer_order_line data_export data_export_run data_export_secret device device_mold dictionary dictionary_item
    document_counter document_issued document_rule edge_source edge_source_state edge_state file_info gateway
    inventory_count inventory_line inventory_part invoice invoice_line job_mark list_view login_device
    maintenance_check maintenance_task manufacturer_binding menu_entry mold mold_appoint mold_changed mold_day
    mold_day_fact mold_document mold_forecast mold_now mold_return_note mold_standard mold_trial mold_version
    mold_visit mold_visit_mark new_mold_milestone new_mold_modification new_mold_plan notice notice_outbox
    notice_rule notice_secret notice_template order_list order_list_line order_voucher organization owner_day
    parameter part_move password_history password_reset payee payment payment_file payment_order product
    product_price production_order quarantine quarantine_cut reading reading_archive reading_archive_counter
    reading_day reading_late reading_place reading_unclocked refund repair_finding request_key role role_right
    sale_return sale_return_line sale_return_serial script second_step second_step_try session shipment
    shipment_change shipment_line shipment_serial shot_hour spare_part sso_flow sso_setting stock_move stock_serial
    supplier_binding system_log tenant_licence user user_passkey user_recovery_code user_sso user_totp user_wechat
    warning warning_checkpoint
  `),
} as const;

/**
 * Functions that set their own search_path. So their statements go through Citus, even if the statement that calls them
 * uses views of shards (shard-views.ts). A test compares the list with the schema.
 */
export const functionsOfCitus = names(`
  app_analyze app_analyze_table app_bound_chip app_checkpoint app_compact_hours app_create_tenant app_delete_archived
  app_deliver_counters app_event_channel app_free_chips app_is_removed app_remove_sample_readings app_reserve_chips
  app_return_counters app_script_tenant app_stocked_chip reading_month
`);
