/** Gives every sequence its own range, so that ids of different tables never coincide by chance. */
export async function spreadIdSequences(owner: { query(text: string): Promise<unknown> }): Promise<void> {
  await owner.query(
    `SELECT setval(seq, greatest(last, n * 10000)) FROM (
       SELECT format('%I.%I', schemaname, sequencename)::regclass AS seq, COALESCE(last_value, 1) AS last,
         row_number() OVER (ORDER BY sequencename) AS n FROM pg_sequences WHERE schemaname = 'public') one`,
  );
}
