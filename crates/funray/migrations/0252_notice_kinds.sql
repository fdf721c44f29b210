-- oldest program: 241
-- Kinds of notices are the program's: a list here would have to be changed for each new one.
ALTER TABLE notice DROP CONSTRAINT notice_kind_known;
ALTER TABLE notice_setting DROP CONSTRAINT notice_setting_kind_known;
