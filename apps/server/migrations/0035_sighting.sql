-- Sightings in inventory counts: an organization scans a mold that belongs to another one.

-- A sighting is no result. The people of the mold's own organization decide about its result.
alter table inventory_line
  add column seen_place text,
  add column seen_by text,
  add column seen_at timestamptz,
  -- Organization of the person who saw the mold.
  add column seen_org text collate "C";

select app_script_view('inventory_line', 'inventory_line');
