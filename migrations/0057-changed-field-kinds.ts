import type { MigrationInterface, QueryRunner } from "typeorm";
import { createSearchCorrections, createSearchIds, type SearchedTable, searchedTables } from "./0006-search-candidates";

/** Values of fields in the bin aren't found. */
const fieldValues: SearchedTable = [
  "task_field_value",
  "task_id",
  "folded",
  `NOT EXISTS (SELECT FROM project_field_use u WHERE u.tenant_id = x.tenant_id AND u.project_id = x.project_id
     AND u.field_id = x.field_id AND u.removed_at IS NOT NULL)`,
];

/** Changes of the kind of a field, and the search in the values of fields. */
export class ChangedFieldKinds0057 implements MigrationInterface {
  name = "ChangedFieldKinds0000000000057";

  async up(runner: QueryRunner): Promise<void> {
    const sources = [...searchedTables, fieldValues];
    await runner.query(`
      -- Earlier kinds of the field, of which its history still has values.
      ALTER TABLE project_field ADD COLUMN former_kinds text[] NOT NULL DEFAULT '{}';

      ALTER TABLE task_field_value ADD folded text GENERATED ALWAYS AS (fold(text_value)) STORED,
        ADD latin text GENERATED ALWAYS AS (in_latin(fold(text_value))) STORED;
      CREATE INDEX task_field_value_search ON task_field_value USING gin (tenant_id, latin gin_trgm_ops);
      -- Finds the tasks with an option whose title matches.
      CREATE INDEX task_field_value_option ON task_field_value (tenant_id, field_id) WHERE option_ids IS NOT NULL;
      ${createSearchCorrections(sources)};
      ${createSearchIds(sources)}`);
  }

  async down(): Promise<void> {}
}
