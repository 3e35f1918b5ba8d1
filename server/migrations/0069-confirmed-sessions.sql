-- When the password, a passkey or a second factor was last given in a session. Null: only the link in a mail was.
update session set confirmed_at = created_at where confirmed_at is null and not awaits_factor;
