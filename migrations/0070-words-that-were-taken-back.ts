import type { MigrationInterface, QueryRunner } from "typeorm";

/** What was told before there were triggers: tenant by tenant, inside its fence. */
export const takeBackWhatIsStored = `DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one.id::text, true);
    WITH said AS (
      SELECT e.id, CASE WHEN c.deleted_at IS NULL THEN c.body END AS body FROM domain_event e
      LEFT JOIN comment c ON c.tenant_id = e.tenant_id AND c.id = (e.data->>'id')::bigint
      WHERE e.tenant_id = one.id AND e.type IN ('comment.created', 'comment.updated', 'comment.restored')
    )
    UPDATE domain_event e SET data = jsonb_set(e.data, '{comment}', to_jsonb(COALESCE(s.body, '')))
    FROM said s WHERE s.id = e.id AND e.data->>'comment' IS DISTINCT FROM COALESCE(s.body, '');

    PERFORM quote_anew(one.id, q.path, CASE WHEN c.id IS NULL OR c.deleted_at IS NOT NULL THEN '…' ELSE excerpt_of(c.body) END, NULL)
    FROM (
      SELECT path, substring(path FROM '[?]comment=([0-9]+)$')::bigint AS id FROM (
      SELECT path FROM notification WHERE tenant_id = one.id
      UNION SELECT path FROM notification_event WHERE tenant_id = one.id
      UNION SELECT data->'data'->>'path' FROM domain_event
          WHERE tenant_id = one.id AND type IN ('notification.created', 'notification.updated')
      ) AS paths WHERE path ~ '[?]comment=[0-9]+$'
    ) AS q LEFT JOIN comment c ON c.tenant_id = one.id AND c.id = q.id
    WHERE c.id IS NULL OR c.deleted_at IS NOT NULL OR c.edited_at IS NOT NULL;

    UPDATE domain_event e SET data = CASE WHEN e.data->'before' ? 'description'
      THEN jsonb_set(e.data || '{"description": null}', '{before,description}', 'null')
      ELSE e.data || '{"description": null}' END
    WHERE e.tenant_id = one.id AND e.type = 'task.updated' AND e.data ? 'description'
      AND NOT EXISTS (SELECT FROM task t WHERE t.tenant_id = e.tenant_id AND t.id = e.task_id);
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;`;

/**
 * What was deleted or written anew is nowhere any more: not in the log, from which histories, feeds and sockets are told, and
 * not in notifications. Triggers do it, in the transaction of the change: whoever changes a comment can't forget it.
 *
 * Events of a comment carry its words as they are now; of a deleted one, none. Where a notification quoted them stands an
 * ellipsis, which says the same in every language. Bringing a comment back brings its words back.
 */
export class WordsThatWereTakenBack0070 implements MigrationInterface {
  name = "WordsThatWereTakenBack0000000000070";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What a notification quotes is found by where it leads: /…?comment=12.
      CREATE INDEX notification_path ON notification (tenant_id, path);
      CREATE INDEX notification_event_path ON notification_event (tenant_id, path);
      CREATE INDEX domain_event_notified ON domain_event (tenant_id, (data->'data'->>'path'))
        WHERE type IN ('notification.created', 'notification.updated');

      -- The beginning of a text, as notifications quote it (server/platform/rich-text/rich-text.ts has the original).
      CREATE FUNCTION excerpt_of(html text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE WHEN length(plain) <= 120 THEN plain ELSE rtrim(left(plain, 119)) || '…' END
        FROM (SELECT btrim(regexp_replace(
          replace(replace(replace(replace(replace(replace(
            regexp_replace(
              regexp_replace(html, '<(br|/p|/li|/h3|/h4|/pre|/blockquote)[^>]*>', ' ', 'g'),
            '<[^>]*>', '', 'g'),
          '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'),
        '\\s+', ' ', 'g')) AS plain) AS text
      $$;

      -- Whatever quoted a text now quotes this. Only quotations of the text that is given, where there may be others.
      CREATE FUNCTION quote_anew(tenant bigint, told_path text, said text, original text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE notification SET "values" = jsonb_set("values", '{excerpt}', to_jsonb(said))
        WHERE tenant_id = tenant AND path = told_path AND "values" ? 'excerpt'
          AND (original IS NULL OR starts_with(original, rtrim("values"->>'excerpt', '…')));
        UPDATE notification_event SET "values" = jsonb_set("values", '{excerpt}', to_jsonb(said))
        WHERE tenant_id = tenant AND path = told_path AND "values" ? 'excerpt'
          AND (original IS NULL OR starts_with(original, rtrim("values"->>'excerpt', '…')));
        UPDATE domain_event
        SET data = jsonb_set(jsonb_set(data, '{data,values,excerpt}', to_jsonb(said)), '{data,message}', to_jsonb(said))
        WHERE tenant_id = tenant AND type IN ('notification.created', 'notification.updated')
          AND data->'data'->>'path' = told_path AND data->'data'->'values' ? 'excerpt'
          AND (original IS NULL OR starts_with(original, rtrim(data->'data'->'values'->>'excerpt', '…')));
      END $$;

      CREATE FUNCTION comment_path(task bigint, comment bigint) RETURNS text LANGUAGE sql IMMUTABLE
        RETURN '/project/tasks-details/' || task || '?comment=' || comment;

      CREATE FUNCTION retell_comment() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        gone boolean := NEW.deleted_at IS NOT NULL;
      BEGIN
        UPDATE domain_event SET data = jsonb_set(data, '{comment}', to_jsonb(CASE WHEN gone THEN '' ELSE NEW.body END))
        WHERE tenant_id = NEW.tenant_id AND task_id = NEW.task_id AND data->>'id' = NEW.id::text
          AND type IN ('comment.created', 'comment.updated', 'comment.restored');
        PERFORM quote_anew(NEW.tenant_id, comment_path(NEW.task_id, NEW.id),
          CASE WHEN gone THEN '…' ELSE excerpt_of(NEW.body) END, NULL);
        RETURN NULL;
      END $$;
      CREATE TRIGGER comment_retold AFTER UPDATE OF body, deleted_at ON comment FOR EACH ROW
        WHEN (OLD.body IS DISTINCT FROM NEW.body OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
        EXECUTE FUNCTION retell_comment();

      -- With their task, and with its project. What was deleted before is told no more already.
      CREATE FUNCTION forget_comments() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE domain_event e SET data = jsonb_set(e.data, '{comment}', '""') FROM gone g
        WHERE g.deleted_at IS NULL AND e.tenant_id = g.tenant_id AND e.task_id = g.task_id AND e.data->>'id' = g.id::text
          AND e.type IN ('comment.created', 'comment.updated', 'comment.restored');
        PERFORM quote_anew(g.tenant_id, comment_path(g.task_id, g.id), '…', NULL) FROM gone g WHERE g.deleted_at IS NULL;
        RETURN NULL;
      END $$;
      CREATE TRIGGER comment_forgotten AFTER DELETE ON comment REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
        EXECUTE FUNCTION forget_comments();

      -- Of a deleted task the titles stay, so that its history can be read; what it was about doesn't.
      CREATE FUNCTION forget_descriptions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE domain_event e SET data = CASE WHEN e.data->'before' ? 'description'
          THEN jsonb_set(e.data || '{"description": null}', '{before,description}', 'null')
          ELSE e.data || '{"description": null}' END
        FROM gone g WHERE e.tenant_id = g.tenant_id AND e.task_id = g.id AND e.type = 'task.updated' AND e.data ? 'description';
        RETURN NULL;
      END $$;
      CREATE TRIGGER task_forgotten AFTER DELETE ON task REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
        EXECUTE FUNCTION forget_descriptions();

      -- Events of requests never carry what was said; notifications quote it, and lead to the request alone.
      CREATE FUNCTION forget_request_comment() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM quote_anew(OLD.tenant_id, told.path, '…', btrim(regexp_replace(OLD.body, '\\s+', ' ', 'g')))
        FROM (SELECT DISTINCT path FROM notification WHERE tenant_id = OLD.tenant_id AND request_id = OLD.request_id
          AND kind = 'request.commented') AS told;
        RETURN NULL;
      END $$;
      CREATE TRIGGER request_comment_forgotten AFTER DELETE ON request_comment FOR EACH ROW
        EXECUTE FUNCTION forget_request_comment();
    `);
    await runner.query(takeBackWhatIsStored);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER request_comment_forgotten ON request_comment;
      DROP TRIGGER task_forgotten ON task;
      DROP TRIGGER comment_forgotten ON comment;
      DROP TRIGGER comment_retold ON comment;
      DROP FUNCTION forget_request_comment(), forget_descriptions(), forget_comments(), retell_comment(),
        comment_path(bigint, bigint), quote_anew(bigint, text, text, text), excerpt_of(text);
      DROP INDEX notification_path, notification_event_path, domain_event_notified;
    `);
  }
}
