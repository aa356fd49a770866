/**
 * Whether there is room for one more: what was said is answered all at once, to everybody who opens what it hangs on. Of four
 * megabytes, two hundred comments of the longest, the process stood still for 0.3 s each time; of a hundred it would end.
 */
export const roomToTalk = (table: string, about: string, body = "body", most = 1_000) =>
  `(SELECT count(*) < ${most} AND COALESCE(sum(octet_length(${body})), 0) < 1500000 FROM ${table}
     WHERE tenant_id = current_tenant() AND ${about})`;
