import type { MigrationInterface, QueryRunner } from "typeorm";

const told = "('time_entry.created', 'time_entry.updated')";

/** What was told before there were triggers: tenant by tenant, inside its fence. */
export const takeBackNotes = `DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one.id::text, true);
    WITH said AS (
      SELECT e.id, note_now(e.data, t.note) AS data FROM domain_event e
      LEFT JOIN time_entry t ON t.tenant_id = e.tenant_id AND t.id = (e.data->>'id')::bigint
      WHERE e.tenant_id = one.id AND e.type IN ${told}
    )
    UPDATE domain_event e SET data = s.data FROM said s WHERE s.id = e.id AND e.data <> s.data;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;`;

/**
 * Notes of time that was written down are words as comments are (0070): what was written anew or deleted is nowhere any more. Events
 * carry a note as it is now; of a deleted entry, and of what it was before, none.
 */
export class NotesThatWereTakenBack0376 implements MigrationInterface {
  name = "NotesThatWereTakenBack0000000000376";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION note_now(data jsonb, note text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT jsonb_set(data #- '{before,note}', '{note}', COALESCE(to_jsonb(note), 'null'))
      $$;

      CREATE FUNCTION retell_note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE domain_event SET data = note_now(data, NEW.note)
        WHERE tenant_id = NEW.tenant_id AND task_id = NEW.task_id AND data->>'id' = NEW.id::text AND type IN ${told};
        RETURN NULL;
      END $$;
      CREATE TRIGGER time_entry_retold AFTER UPDATE OF note ON time_entry FOR EACH ROW
        WHEN (OLD.note IS DISTINCT FROM NEW.note) EXECUTE FUNCTION retell_note();

      -- By itself, with its task, and with its project.
      CREATE FUNCTION forget_notes() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE domain_event e SET data = note_now(e.data, NULL) FROM gone g
        WHERE e.tenant_id = g.tenant_id AND e.task_id = g.task_id AND e.data->>'id' = g.id::text AND e.type IN ${told};
        RETURN NULL;
      END $$;
      CREATE TRIGGER time_entry_forgotten AFTER DELETE ON time_entry REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
        EXECUTE FUNCTION forget_notes();
    `);
    await runner.query(takeBackNotes);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER time_entry_forgotten ON time_entry;
      DROP TRIGGER time_entry_retold ON time_entry;
      DROP FUNCTION forget_notes(), retell_note(), note_now(jsonb, text);
    `);
  }
}
