-- Who reviewed the plan of a new mold. Another person approves it.
alter table new_mold_plan add column reviewed_by text;

select app_script_view('new_mold_plan', 'new_mold_plan');
