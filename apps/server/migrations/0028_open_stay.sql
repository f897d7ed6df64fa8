-- Where molds are now, by place: a board asks which are at their makers', whatever they went through before.
create index mold_stay_open on mold_stay (tenant_id, org_id) where stay_to is null;
