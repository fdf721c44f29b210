-- oldest program: 16
-- A brand is a folder, so the program knows which ones there are. It reads a brand that has left as the default one.
ALTER TABLE person DROP CONSTRAINT person_brand_known;
ALTER TABLE passkey DROP CONSTRAINT passkey_brand_known;
ALTER TABLE passkey_challenge DROP CONSTRAINT passkey_challenge_brand_known;
ALTER TABLE invitation DROP CONSTRAINT invitation_brand_known;
ALTER TABLE orders DROP CONSTRAINT orders_brand_known;
