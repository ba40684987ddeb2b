import type Database from 'libsql';

/** Every statement of the store, prepared once. */
export function prepareStatements(db: Database.Database) {
  return {
    insertRecord: db.prepare('INSERT INTO records (kind, id, parent, document) VALUES (?, ?, ?, ?)'),
    record: db.prepare('SELECT document, parent FROM records WHERE kind = ? AND id = ?'),
    recordsOf: db.prepare('SELECT document FROM records WHERE kind = ? AND parent = ? ORDER BY seq'),

    insertCustomer: db.prepare('INSERT INTO customers (id, business, external_key, email_key, document) VALUES (?, ?, ?, ?, ?)'),
    customer: db.prepare('SELECT document FROM customers WHERE id = ? AND business = ?'),
    customerIds: db.prepare('SELECT id FROM customers WHERE business = ? ORDER BY seq'),
    updateCustomer: db.prepare('UPDATE customers SET external_key = ?, email_key = ?, document = ? WHERE id = ?'),
    customerByExternalKey: db.prepare('SELECT id FROM customers WHERE business = ? AND external_key = ? ORDER BY seq LIMIT 1'),
    customerByEmailKey: db.prepare('SELECT id FROM customers WHERE business = ? AND email_key = ? ORDER BY seq LIMIT 1'),

    insertEvent: db.prepare('INSERT INTO events (id, business, marker, document, customer, due_at) VALUES (?, ?, ?, ?, ?, ?)'),
    event: db.prepare('SELECT document, customer FROM events WHERE id = ?'),
    eventByMarker: db.prepare('SELECT id FROM events WHERE marker = ? AND (? IS NULL OR business = ?) ORDER BY seq LIMIT 1'),
    nextDue: db.prepare('SELECT min(due_at) AS due_at FROM events WHERE due_at IS NOT NULL'),
    dueEvents: db.prepare('SELECT id, business, document FROM events WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?'),
    finishEvent: db.prepare('UPDATE events SET customer = ?, due_at = NULL WHERE id = ?'),

    insertEmbed: db.prepare('INSERT INTO embeds (id, expires_at, document) VALUES (?, ?, ?)'),
    dropExpiredEmbeds: db.prepare('DELETE FROM embeds WHERE expires_at <= ?'),

    insertFlag: db.prepare('INSERT INTO feature_flags (business, name, enabled) VALUES (?, ?, ?)'),
    flag: db.prepare("SELECT enabled FROM feature_flags WHERE name = ? AND business IN (?, '') ORDER BY business DESC LIMIT 1"),
  };
}
