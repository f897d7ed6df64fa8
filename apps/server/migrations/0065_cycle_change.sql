-- The day on which a mold's cycle became longer or shorter, with the mean cycles before and since. Only molds whose
-- cycle has drifted significantly have one.
alter table mold_forecast
  add column cycle_changed_at timestamptz,
  add column cycle_before numeric(10,2),
  add column cycle_after numeric(10,2);

select app_script_view('mold_forecast', 'mold_forecast');
