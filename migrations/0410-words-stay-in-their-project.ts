import type { MigrationInterface, QueryRunner } from "typeorm";

/** What was retold before: tenant by tenant, inside its fence. What was never written anew was read there as it stands, and stays. */
export const takeBackWhatLeft = `DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one.id::text, true);
    UPDATE domain_event e SET data = jsonb_set(e.data, '{comment}', '""')
    FROM comment c JOIN task t ON t.tenant_id = c.tenant_id AND t.id = c.task_id
    WHERE e.tenant_id = one.id AND c.tenant_id = one.id AND c.edited_at IS NOT NULL AND e.task_id = c.task_id
      AND e.data->>'id' = c.id::text AND e.type IN ('comment.created', 'comment.updated', 'comment.restored')
      AND e.stream <> 'project:' || t.project_id AND e.data->>'comment' <> '';
    UPDATE domain_event e SET data = note_now(e.data, NULL)
    FROM time_entry n JOIN task t ON t.tenant_id = n.tenant_id AND t.id = n.task_id
    WHERE e.tenant_id = one.id AND n.tenant_id = one.id AND n.version > 1 AND e.task_id = n.task_id
      AND e.data->>'id' = n.id::text AND e.type IN ('time_entry.created', 'time_entry.updated')
      AND e.stream <> 'project:' || t.project_id AND e.data->>'note' IS NOT NULL;
    PERFORM quote_within(one.id, comment_path(c.task_id, c.id), excerpt_of(c.body), t.project_id)
    FROM comment c JOIN task t ON t.tenant_id = c.tenant_id AND t.id = c.task_id
    WHERE c.tenant_id = one.id AND c.edited_at IS NOT NULL AND c.deleted_at IS NULL;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;`;

const commentTypes = "('comment.created', 'comment.updated', 'comment.restored')";
const noteTypes = "('time_entry.created', 'time_entry.updated')";

/** As 0070 and 0376 have them: words for whoever was told, wherever that was. */
const retoldEverywhere = `
  CREATE OR REPLACE FUNCTION retell_comment() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    gone boolean := NEW.deleted_at IS NOT NULL;
  BEGIN
    UPDATE domain_event SET data = jsonb_set(data, '{comment}', to_jsonb(CASE WHEN gone THEN '' ELSE NEW.body END))
    WHERE tenant_id = NEW.tenant_id AND task_id = NEW.task_id AND data->>'id' = NEW.id::text AND type IN ${commentTypes};
    PERFORM quote_anew(NEW.tenant_id, comment_path(NEW.task_id, NEW.id),
      CASE WHEN gone THEN '…' ELSE excerpt_of(NEW.body) END, NULL);
    RETURN NULL;
  END $$;
  CREATE OR REPLACE FUNCTION retell_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE domain_event SET data = note_now(data, NEW.note)
    WHERE tenant_id = NEW.tenant_id AND task_id = NEW.task_id AND data->>'id' = NEW.id::text AND type IN ${noteTypes};
    RETURN NULL;
  END $$;`;

/**
 * Words that are written anew are told where their task is now. Its events of before lie in the log of the project that it has left, whose
 * people needn't see this one, and notifications may be of somebody who was taken out of it: there the old words go, as everywhere, and
 * the new ones don't come.
 */
export class WordsStayInTheirProject0410 implements MigrationInterface {
  name = "WordsStayInTheirProject0000000000410";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION sees_project(tenant bigint, person bigint, place bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM project_access a WHERE a.tenant_id = tenant AND a.project_id = place AND a.user_id = person)
          OR person_holds(person, 'project-all')
      $$;

      -- As quote_anew (0070), for those who see the project; for the others an ellipsis.
      CREATE FUNCTION quote_within(tenant bigint, told_path text, said text, place bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE notification SET "values" = jsonb_set("values", '{excerpt}',
          to_jsonb(CASE WHEN sees_project(tenant, user_id, place) THEN said ELSE '…' END))
        WHERE tenant_id = tenant AND path = told_path AND "values" ? 'excerpt';
        UPDATE notification_event SET "values" = jsonb_set("values", '{excerpt}',
          to_jsonb(CASE WHEN sees_project(tenant, user_id, place) THEN said ELSE '…' END))
        WHERE tenant_id = tenant AND path = told_path AND "values" ? 'excerpt';
        UPDATE domain_event e SET data = jsonb_set(jsonb_set(e.data, '{data,values,excerpt}', to_jsonb(q.said)), '{data,message}', to_jsonb(q.said))
        FROM (
          SELECT id, CASE WHEN sees_project(tenant, split_part(stream, ':', 2)::bigint, place) THEN quote_within.said ELSE '…' END AS said
          FROM domain_event WHERE tenant_id = tenant AND type IN ('notification.created', 'notification.updated')
            AND data->'data'->>'path' = told_path AND data->'data'->'values' ? 'excerpt'
        ) AS q WHERE e.tenant_id = tenant AND e.id = q.id;
      END $$;

      CREATE OR REPLACE FUNCTION retell_comment() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        gone boolean := NEW.deleted_at IS NOT NULL;
        place bigint := (SELECT project_id FROM task WHERE tenant_id = NEW.tenant_id AND id = NEW.task_id);
      BEGIN
        UPDATE domain_event SET data = jsonb_set(data, '{comment}',
          to_jsonb(CASE WHEN gone OR stream <> 'project:' || place THEN '' ELSE NEW.body END))
        WHERE tenant_id = NEW.tenant_id AND task_id = NEW.task_id AND data->>'id' = NEW.id::text AND type IN ${commentTypes};
        IF gone THEN
          PERFORM quote_anew(NEW.tenant_id, comment_path(NEW.task_id, NEW.id), '…', NULL);
        ELSE
          PERFORM quote_within(NEW.tenant_id, comment_path(NEW.task_id, NEW.id), excerpt_of(NEW.body), place);
        END IF;
        RETURN NULL;
      END $$;

      CREATE OR REPLACE FUNCTION retell_note() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        place bigint := (SELECT project_id FROM task WHERE tenant_id = NEW.tenant_id AND id = NEW.task_id);
      BEGIN
        UPDATE domain_event SET data = note_now(data, CASE WHEN stream = 'project:' || place THEN NEW.note END)
        WHERE tenant_id = NEW.tenant_id AND task_id = NEW.task_id AND data->>'id' = NEW.id::text AND type IN ${noteTypes};
        RETURN NULL;
      END $$;`);
    await runner.query(takeBackWhatLeft);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${retoldEverywhere}
      DROP FUNCTION quote_within(bigint, text, text, bigint), sees_project(bigint, bigint, bigint);`);
  }
}
