/**
 * SQL: whether the user `of` may sign in. Until their first day, users who wait for an invitation may not: a rehired employee still has
 * passkeys and an account of the identity provider. An invitation that was sent earlier opens the account, even after
 * its link has expired, unless it was revoked.
 */
export const mayUseAccount = (of: string): string =>
  `(${of}.active AND (${of}.invited_at IS NULL OR COALESCE(${of}.joined_on <= tenant_today(), true) OR EXISTS (
     SELECT FROM password_reset r WHERE r.tenant_id = ${of}.tenant_id AND r.user_id = ${of}.id AND r.purpose = 'invitation'
       AND r.used_at IS NULL)))`;
