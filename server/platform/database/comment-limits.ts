/**
 * SQL condition: one more comment fits. All comments are returned together with their record: 4 MB of them block the event loop for 0.3 s
 * per request, and a hundred such requests would end the process.
 */
export const isBelowCommentLimit = (table: string, about: string, body = "body", most = 1_000) =>
  `(SELECT count(*) < ${most} AND COALESCE(sum(octet_length(${body})), 0) < 1500000 FROM ${table}
     WHERE tenant_id = current_tenant() AND ${about})`;
