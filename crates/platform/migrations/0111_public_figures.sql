-- oldest program: 41
-- What the whole marketplace says of itself, counted once an hour: a single row.
CREATE TABLE public_figures (
    id BIGINT NOT NULL PRIMARY KEY,
    vendors BIGINT NOT NULL,
    charities BIGINT NOT NULL,
    raised BIGINT NOT NULL
);
