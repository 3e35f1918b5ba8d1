import { describe, expect, test } from 'vitest'
import { listMigrations, readMigration } from '../../server/src/infra/db/migrations.ts'
import { checkMigrations } from './migrations.ts'

const initial = readMigration(
  '0001_initial.sql',
  'create table lab (id bigint primary key, name text not null); create index lab_name on lab (name);',
)
const expand = '-- phase: expand\n'
const contract = '-- phase: contract\n-- works with versions from: 0001\n'
const alone = '-- phase: expand\n-- no transaction\n'

/** The findings of a second migration, as `line: text`. */
function findings(text: string, ...between: string[]): string[] {
  const migrations = [...between, text].map((one, at) => readMigration(`000${at + 2}_x.sql`, one))
  const last = `server/migrations/${migrations.at(-1)?.name}`
  return checkMigrations([initial, ...migrations])
    .filter(({ path }) => path === last)
    .map(({ line, text }) => `${line}: ${text}`)
}

test('two migrations with one number are refused', () => {
  const twice = ['a', 'b'].map((name) => readMigration(`0002_${name}.sql`, expand))
  expect(checkMigrations([initial, ...twice])).toEqual([
    expect.objectContaining({ path: 'server/migrations/0002_b.sql', text: expect.stringContaining('0002') }),
  ])
})

test('the migrations of this version pass', () => {
  expect(checkMigrations(listMigrations())).toEqual([])
})

const validated = `${expand}alter table lab validate constraint lab_city;`

describe('it accepts', () => {
  test.each<[string, string, ...string[]]>([
    ['a column that may be null', `${expand}alter table lab add column city text;`],
    ['a column with a default', `${expand}alter table lab add column city text not null default '';`],
    ['a time of now', `${expand}alter table lab add column seen_at timestamptz not null default now();`],
    [
      'a default of current_timestamp',
      `${expand}alter table lab add column seen_at timestamptz default current_timestamp;`,
    ],
    [
      'a constraint that is not valid yet',
      `${expand}alter table lab add constraint lab_city check (name <> '') not valid;`,
    ],
    [
      'a reference that is not valid yet',
      `${expand}alter table lab add constraint lab_of foreign key (id) references lab (id) not valid;`,
    ],
    ['its validation in a later migration', validated],
    [
      'a new table that is partitioned by month, and its partitions',
      `${expand}create table seen (id bigint not null, at timestamptz not null, primary key (id, at)) partition by range (at);
        create index seen_id on seen (id); select make_partitions();`,
    ],
    [
      'an index on only a partitioned table, which the indexes of its partitions complete',
      `${expand}create index seen_at on only seen (at);`,
      `${expand}create table seen (id bigint, at timestamptz) partition by range (at);`,
    ],
    [
      'a looser constraint',
      `${expand}alter table lab drop constraint lab_city; alter table lab alter column name drop not null;`,
    ],
    [
      'a new table with everything that it needs',
      `${expand}create table town (id bigint generated always as identity primary key, lab_id bigint not null references lab (id), name text not null check (name <> ''));
        create unique index town_name on town (name);
        alter table town add constraint town_long check (length(name) > 1);`,
    ],
    [
      'an index built concurrently',
      `${alone}create unique index concurrently if not exists lab_city on lab (name);`,
    ],
    ['rows changed in batches', `${alone}do $$ begin update lab set name = name; commit; end $$;`],
    [
      'a unique constraint on an index that exists',
      `${expand}alter table lab add constraint lab_one unique using index lab_city;`,
    ],
    [
      'a new function and a new trigger',
      `${expand}create or replace function f() returns int language sql return 1;`,
    ],
    [
      'rows chosen by a condition',
      `${expand}update lab set name = 'x' where id = 1; insert into lab values (1, 'x');`,
    ],
    ['a dropped column in a contract migration', `${contract}alter table lab drop column name;`],
    ['a dropped table in a contract migration', `${contract}drop table lab;`],
    [
      'an index dropped concurrently',
      `${contract}-- no transaction\ndrop index concurrently if exists lab_name;`,
    ],
    [
      'no nulls, once a constraint proves it',
      `${contract}alter table lab alter column name set not null;`,
      validated,
    ],
    [
      'a mark of a version that has stopped to use something',
      `${expand}-- No version from here on reads lab.name.\n`,
    ],
  ])('%s', (_, text, ...between) => {
    expect(findings(text, ...between)).toEqual([])
  })
})

describe('it refuses, with the line and what to do', () => {
  test.each<[string, string, RegExp, ...string[]]>([
    ['no phase', 'create table town (id int);', /^1: .*Begin with `-- phase: expand`/],
    [
      'an index on a partitioned table, which PostgreSQL cannot build concurrently',
      `${alone}create index concurrently if not exists seen_at on seen (at);`,
      /Create it on `only` the table/,
      `${expand}create table seen (id bigint, at timestamptz) partition by range (at);`,
    ],
    [
      'partitions that are detached by hand',
      `${expand}alter table seen detach partition seen_default;`,
      /dropped by the command `archive`/,
    ],
    [
      'a contract that names no version',
      '-- phase: contract\ndrop table lab;',
      /Write `-- works with versions from/,
    ],
    [
      'a contract that names its own version',
      '-- phase: contract\n-- works with versions from: 0002\ndrop table lab;',
      /Write `-- works with versions from/,
    ],
    [
      'an expand that names a version',
      `${expand}-- works with versions from: 0001\n`,
      /it is a contract migration/,
    ],
    ['what PostgreSQL cannot read', `${expand}alter tabel lab;`, /cannot read it: syntax error/],
    ['a renamed column', `${expand}\n\nalter table lab rename name to title;`, /^4: A name changes/],
    ['a renamed table', `${contract}alter table lab rename to labs;`, /A name changes/],
    ['a dropped column', `${expand}alter table lab drop column name;`, /^2: .*takes something away/],
    ['a dropped table', `${expand}drop table lab;`, /takes something away/],
    ['a dropped view, function or trigger', `${expand}drop function f();`, /takes something away/],
    ['a dropped default', `${expand}alter table lab alter column name drop default;`, /drops a default/],
    [
      'not null without default',
      `${expand}alter table lab add column city text not null;`,
      /city is not null and has no default/,
    ],
    ['no nulls any more', `${expand}alter table lab alter column name set not null;`, /forbids nulls/],
    [
      'no nulls any more, unproven',
      `${contract}alter table lab alter column name set not null;`,
      /reads the whole table for `set not null`/,
    ],
    [
      'another type',
      `${expand}alter table lab alter column name type citext;`,
      /The type of a column changes/,
    ],
    [
      'another type in a contract migration',
      `${contract}alter table lab alter column name type citext;`,
      /The type of a column changes/,
    ],
    [
      'a default of another value in each row',
      `${expand}alter table lab add column code uuid default gen_random_uuid();`,
      /fill the column code/,
    ],
    ['a serial column', `${expand}alter table lab add column number bigserial;`, /fill the column number/],
    [
      'an identity column',
      `${expand}alter table lab add column number bigint generated always as identity;`,
      /fill the column number/,
    ],
    [
      'a generated column',
      `${expand}alter table lab add column short text generated always as (left(name, 3)) stored;`,
      /fill the column short/,
    ],
    [
      'a column with a check',
      `${expand}alter table lab add column city text check (city <> '');`,
      /to check the column city/,
    ],
    [
      'a column with a reference',
      `${expand}alter table lab add column of_lab bigint references lab (id);`,
      /to check the column of_lab/,
    ],
    [
      'a unique column',
      `${expand}alter table lab add column code text unique;`,
      /Build a unique index concurrently/,
    ],
    [
      'a check that is validated at once',
      `${expand}alter table lab add constraint lab_city check (name <> '');`,
      /to check lab_city, and blocks it\. Add `not valid`/,
    ],
    [
      'a reference that is validated at once',
      `${expand}alter table lab add foreign key (id) references lab (id);`,
      /Add `not valid`/,
    ],
    [
      'a constraint added and validated in one migration',
      `${expand}alter table lab add constraint c check (true) not valid;\nalter table lab validate constraint c;`,
      /^3: .*Validate it in the next migration/,
    ],
    [
      'a unique constraint without its index',
      `${expand}alter table lab add constraint lab_one unique (name);`,
      /with `using index`/,
    ],
    [
      'an exclusion constraint',
      `${expand}alter table lab add constraint lab_apart exclude (name with =);`,
      /Create a new table that has it/,
    ],
    [
      'an index that blocks its table',
      `${expand}create index lab_city on lab (name);`,
      /^2: An index is built/,
    ],
    [
      'an index built concurrently in a transaction',
      `${expand}create index concurrently if not exists lab_city on lab (name);`,
      /Add the line `-- no transaction`/,
    ],
    ['an index without a name', `${alone}create index concurrently on lab (name);`, /must be found again/],
    [
      'an index without “if not exists”',
      `${alone}create index concurrently lab_city on lab (name);`,
      /must be found again/,
    ],
    [
      'an index with the name of an earlier one',
      `${alone}create index concurrently if not exists lab_name on lab (id);`,
      /has an index lab_name/,
    ],
    [
      'two statements without a transaction',
      `${alone}create index concurrently if not exists a on lab (id); select 1;`,
      /exactly one statement/,
    ],
    ['a table without a transaction', `${alone}create table town (id int);`, /Leave out `-- no transaction`/],
    ['an index dropped with its table blocked', `${contract}drop index lab_name;`, /drop index concurrently/],
    ['its own transaction', `${expand}begin; select 1; commit;`, /Leave this out/],
    ['its own limits', `${expand}set lock_timeout = '1h';`, /Leave this out/],
    ['all rows changed at once', `${expand}update lab set name = 'x';`, /in batches/],
    ['all rows deleted at once', `${contract}delete from lab;`, /in batches/],
    ['an emptied table', `${contract}truncate lab;`, /is emptied/],
    ['a locked table', `${expand}lock table lab;`, /locks a whole table/],
  ])('%s', (_, text, found, ...between) => {
    expect(findings(text, ...between)).toContainEqual(expect.stringMatching(found))
  })
})
