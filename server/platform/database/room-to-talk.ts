/**
 * Whether there is room for one more: what was said is answered all at once, to everybody who opens what it hangs on. A thousand
 * comments of the longest, by one account, would be twenty megabytes for each of them, and ten thousand the end of the process.
 */
export const roomToTalk = (table: string, about: string) =>
  `(SELECT count(*) < 1000 AND COALESCE(sum(octet_length(body)), 0) < 4000000 FROM ${table}
     WHERE tenant_id = current_tenant() AND ${about})`;
