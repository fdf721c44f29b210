-- oldest program: 241
-- When and by whom a bank account was changed is compared with the log. Accounts that were entered before these columns were there have
-- their last change from the log.
UPDATE tenant SET
    bank_changed_at = (SELECT MAX(a.created_at) FROM audit_entry a
                       WHERE a.subject_id = tenant.id AND a.action IN ('BANK_ACCOUNT_CHANGED', 'TENANT_CREATED')),
    bank_changed_by = (SELECT a.actor FROM audit_entry a
                       WHERE a.subject_id = tenant.id AND a.action IN ('BANK_ACCOUNT_CHANGED', 'TENANT_CREATED')
                       ORDER BY a.created_at DESC, a.id DESC LIMIT 1)
WHERE bank_changed_at IS NULL AND sealed_bank IS NOT NULL
  AND EXISTS (SELECT 1 FROM audit_entry a WHERE a.subject_id = tenant.id AND a.action IN ('BANK_ACCOUNT_CHANGED', 'TENANT_CREATED'));
UPDATE tenant SET bank_changed_by = NULL WHERE bank_changed_by NOT LIKE 'per%';
