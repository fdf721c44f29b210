-- oldest program: 330
-- Saved views of the list of charities were stored under a misspelt name.
UPDATE saved_view SET list = 'charities' WHERE list = 'charitys';
