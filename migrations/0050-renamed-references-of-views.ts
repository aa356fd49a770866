import type { MigrationInterface, QueryRunner } from "typeorm";

const references = [
  { table: "project_tag", column: "name", kind: "tag" },
  { table: "task_status", column: "title", kind: "column" },
  { table: "app_user", column: "fullname", kind: "person" },
] as const;

/** Views store the names of tags, columns and people of their filters, to name those that are deleted; renaming changes them as well. */
export class RenamedReferencesOfViews0050 implements MigrationInterface {
  name = "RenamedReferencesOfViews0000000000050";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION rename_in_views() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        reference text := TG_ARGV[0] || ':' || NEW.id;
      BEGIN
        UPDATE saved_view SET names = jsonb_set(names, ARRAY[reference], to_jsonb(NEW) -> TG_ARGV[1])
        WHERE tenant_id = NEW.tenant_id AND names ? reference;
        RETURN NULL;
      END $$;
      ${references
        .map(
          ({ table, column, kind }) => `
      CREATE TRIGGER rename_in_views AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
        WHEN (OLD.${column} IS DISTINCT FROM NEW.${column}) EXECUTE FUNCTION rename_in_views('${kind}', '${column}');`,
        )
        .join("")}
    `);
  }

  async down(): Promise<void> {}
}
