-- From a job that was given up to the payment it was about.
CREATE INDEX payment_attempt_of_job ON payment_attempt (job_id) WHERE job_id IS NOT NULL;
