-- The queue of jobs, and limits that all nodes share. These conventions hold in every file of this folder:
-- Moments (…_at) are microseconds since 1970, days (…_day, …_on) are texts such as 2026-03-31, and amounts are in cents. Identifiers
-- are texts that begin with their kind, such as per_. A search_key is a name folded for sorting and comparing: without case and
-- accents. A …_hash is a keyed hash and a sealed_… is encrypted: the keys are not in the database.

-- A piece of work for after a transaction, such as a mail to send. It is written in the transaction that asks for it, so that neither
-- is lost without the other.
CREATE TABLE job (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    -- 0 money, 1 urgent mail, 2 other mail, 3 upkeep. Jobs with a smaller number are done first.
    priority BIGINT NOT NULL DEFAULT 1,
    -- JSON, in the form that `tests/stored/jobs` holds for each kind.
    payload TEXT NOT NULL,
    -- Trace of the request that caused the job, for the log.
    trace TEXT,
    -- A dead job has used up its attempts and waits for a person.
    state TEXT NOT NULL CONSTRAINT job_state_known CHECK (state IN ('waiting', 'dead')),
    -- While a node is doing the job, the end of its lease: a node that dies returns the job by doing nothing.
    due_at BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    lease TEXT,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    -- Last error as a code that programs compare; last_error is for people.
    error_code TEXT
);
-- Dead jobs, the oldest first.
CREATE INDEX job_given_up ON job (created_at, id) WHERE state = 'dead';
-- Waiting jobs only. In an index of all jobs that ended in the id, PostgreSQL would look each job up by its id along the whole index
-- if the queue was empty when it was analysed.
CREATE INDEX job_waiting ON job (priority, due_at, id) WHERE state = 'waiting';
-- Cancelling an order asks for each of its gifts whether its mail still waits.
CREATE INDEX job_gift_waiting ON job (payload) WHERE state = 'waiting' AND kind = 'gift mail';

-- A task that runs again and again, on one node at a time.
CREATE TABLE scheduled_task (
    name TEXT NOT NULL PRIMARY KEY,
    due_at BIGINT NOT NULL,
    -- Node that is doing the task, until leased_until: no other node begins it before.
    lease TEXT,
    leased_until BIGINT
);

-- A limit of some caller, such as sign-in attempts from one network: a leaky bucket.
CREATE TABLE token_bucket (
    bucket TEXT NOT NULL PRIMARY KEY,
    -- Content at updated_at, as the microseconds that it takes to leak away.
    used_up BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX allowance_by_age ON token_bucket (updated_at, bucket);

-- A captcha challenge that was solved and used. It is kept until the challenge expires.
CREATE TABLE used_captcha (
    nonce TEXT NOT NULL PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_captcha_by_expiry ON used_captcha (expires_at, nonce);
