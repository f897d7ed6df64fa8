-- Room in each page for a row's next version: a changed mold stays in its page and its indexes are left alone.
alter table mold set (fillfactor = 80);
