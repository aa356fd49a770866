import type { MigrationInterface, QueryRunner } from "typeorm";

/** Marks, joiners, variation selectors, skin tones and tags, which belong to the character before them. */
const extending =
  "\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a\\u08d3-\\u08e1\\u08e3-\\u0903\\u093a-\\u093c\\u093e-\\u094f\\u200c\\u200d\\u20d0-\\u20ff\\ufe00-\\ufe0f\\U0001f3fb-\\U0001f3ff\\U000e0020-\\U000e007f";
const flagLetters = "\\U0001f1e6-\\U0001f1ff";

/** Excerpts are cut between characters as readers see them, like `truncateText` in shared/kernel/text/truncate.ts. */
export class Excerpts0031 implements MigrationInterface {
  name = "Excerpts0000000000031";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION excerpt_of(html text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN length(plain) <= 120 THEN plain
          -- The character at the limit is dropped as a whole. Letters of flags form pairs.
          ELSE rtrim(left(head, -COALESCE(2 - length(substring(head FROM '[${flagLetters}]+$')) % 2,
            length(substring(head FROM '[^${extending}](?:[${extending}]*\\u200d[^${extending}])*[${extending}]*$')), 1))) || '…' END
        FROM (SELECT plain, left(plain, 120) AS head
          FROM (SELECT btrim(regexp_replace(plain_text(html), '[\\u200b\\u2060\\ufeff]', '', 'g')) AS plain) AS text) AS cut
      $$;`);
  }

  async down(): Promise<void> {}
}
