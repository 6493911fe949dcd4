-- Money is in cents of USD, moments are ISO 8601 in UTC. An effect carries the idempotency key of the call that had it.
CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    customer_email TEXT NOT NULL,
    customer_name TEXT NOT NULL,
    service TEXT NOT NULL,
    status TEXT NOT NULL,
    address TEXT NOT NULL,
    placed_at TEXT NOT NULL,
    cancellation_key TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS items (
    order_id TEXT NOT NULL REFERENCES orders (id),
    name TEXT NOT NULL,
    variant TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    cents INTEGER NOT NULL CHECK (cents >= 0),
    PRIMARY KEY (order_id, name)
) STRICT;

CREATE TABLE IF NOT EXISTS payments (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    method TEXT NOT NULL,
    cents INTEGER NOT NULL CHECK (cents >= 0),
    paid_at TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS shipments (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    carrier TEXT NOT NULL,
    tracking_number TEXT NOT NULL,
    status TEXT NOT NULL,
    dispatched_at TEXT NOT NULL,
    delivered_at TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS movements (
    order_id TEXT NOT NULL REFERENCES orders (id),
    at TEXT NOT NULL,
    what TEXT NOT NULL
) STRICT;

-- Refunds and compensations. Their status is refund_requested, refunded, refund_rejected or compensated.
CREATE TABLE IF NOT EXISTS cases (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind TEXT NOT NULL CHECK (kind IN ('refund', 'compensation')),
    cents INTEGER NOT NULL CHECK (cents > 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind TEXT NOT NULL CHECK (kind IN ('item', 'address')),
    old TEXT NOT NULL,
    new TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS tickets (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    requester TEXT NOT NULL,
    order_id TEXT REFERENCES orders (id),
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT
) STRICT;

CREATE TABLE IF NOT EXISTS grants (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    person TEXT NOT NULL,
    system TEXT NOT NULL,
    role TEXT NOT NULL,
    reason TEXT NOT NULL,
    status TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT
) STRICT;

-- What would be sent if the company existed.
CREATE TABLE IF NOT EXISTS outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    channel TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT,
    text TEXT NOT NULL,
    status TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT
) STRICT;

-- Every call that had an effect, by its key, written in the same transaction.
CREATE TABLE IF NOT EXISTS requests (
    key TEXT PRIMARY KEY,
    operation TEXT NOT NULL,
    digest TEXT NOT NULL,
    answer TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
