-- Rights that the last start knew: those that are not here came with an upgrade, and every tenant's administrators get them.
create table known_right (
  authority text collate "C" primary key
);

grant select, insert on known_right to shotkeeper_app;
