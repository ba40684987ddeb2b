import { createRequire } from 'node:module';
import type Database from 'libsql';

/** Stands in the file's header (`PRAGMA user_version`), so that the service never writes to a file of another program or version. */
const LAYOUT_VERSION = 1;

/**
 * `records` holds each record as JSON text; `parent` names the record that owns it. Customers, events and embeds have their own tables,
 * because they are looked up by more than their id. Keys are JSON text too: a bound string cannot carry a lone surrogate, and a string that
 * is read back ends at a NUL character.
 */
const LAYOUT = `
  CREATE TABLE records (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT, document TEXT NOT NULL, UNIQUE (kind, id));
  CREATE INDEX records_by_parent ON records (kind, parent);
  CREATE TABLE customers (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, business TEXT NOT NULL,
    external_key TEXT, email_key TEXT, document TEXT NOT NULL);
  CREATE INDEX customers_by_external_key ON customers (business, external_key);
  CREATE INDEX customers_by_email_key ON customers (business, email_key);
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, business TEXT NOT NULL, marker TEXT,
    document TEXT NOT NULL, customer TEXT, due_at INTEGER);
  CREATE INDEX events_by_marker ON events (marker, business) WHERE marker IS NOT NULL;
  CREATE INDEX events_pending ON events (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE embeds (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, expires_at INTEGER NOT NULL, document TEXT NOT NULL);
  CREATE INDEX embeds_by_expiry ON embeds (expires_at);
  CREATE TABLE feature_flags (
    business TEXT NOT NULL, name TEXT NOT NULL, enabled INTEGER NOT NULL, PRIMARY KEY (business, name)) WITHOUT ROWID;
`;

function count(db: Database.Database, sql: string): number {
  return (db.prepare(sql).get() as { n: number }).n;
}

/** Loads libsql only now: it is an optional package, and the faults that are stores are imported where no service runs. */
function openFile(file: string): Database.Database {
  const Libsql = createRequire(import.meta.url)('libsql') as typeof Database;
  return new Libsql(file);
}

/** Opens a database with the current layout and reports whether it is new. Throws for a file that holds anything else. */
export function openDatabase(file: string): { db: Database.Database; isNew: boolean } {
  const db = openFile(file);
  try {
    const version = count(db, 'SELECT user_version AS n FROM pragma_user_version');
    const isNew = version === 0 && count(db, 'SELECT count(*) AS n FROM sqlite_master') === 0;
    if (!isNew && version !== LAYOUT_VERSION) {
      throw new Error(`expected a database of this service, layout ${LAYOUT_VERSION}, found layout ${version}; name another file`);
    }
    // In memory nothing has to be durable. In a file, WAL keeps every commit when the process dies.
    db.exec(file === ':memory:' ? 'PRAGMA synchronous = OFF' : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    if (isNew) db.exec(`BEGIN; ${LAYOUT} PRAGMA user_version = ${LAYOUT_VERSION}; COMMIT`);
    return { db, isNew };
  } catch (error) {
    db.close();
    throw error;
  }
}
