import type { MigrationInterface, QueryRunner } from "typeorm";

/** Excerpts of request comments are found by the comment's id, since their text is normalized in JavaScript. */
export class RequestCommentExcerpts0037 implements MigrationInterface {
  name = "RequestCommentExcerpts0000000000037";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Replaces a quotation in stored notifications and their events; where a comment is given, only its quotations, and those
      -- written by earlier versions, which don't contain the comment's id.
      DROP FUNCTION IF EXISTS quote_anew(bigint, text, text, text);
      CREATE OR REPLACE FUNCTION quote_anew(tenant bigint, told_path text, said text, comment bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE notification SET "values" = jsonb_set("values", '{excerpt}', to_jsonb(said))
        WHERE tenant_id = tenant AND path = told_path AND "values" ? 'excerpt'
          AND (comment IS NULL OR COALESCE("values"->>'comment', comment::text) = comment::text);
        UPDATE notification_event SET "values" = jsonb_set("values", '{excerpt}', to_jsonb(said))
        WHERE tenant_id = tenant AND path = told_path AND "values" ? 'excerpt'
          AND (comment IS NULL OR COALESCE("values"->>'comment', comment::text) = comment::text);
        UPDATE domain_event
        SET data = jsonb_set(jsonb_set(data, '{data,values,excerpt}', to_jsonb(said)), '{data,message}', to_jsonb(said))
        WHERE tenant_id = tenant AND type IN ('notification.created', 'notification.updated')
          AND data->'data'->>'path' = told_path AND data->'data'->'values' ? 'excerpt'
          AND (comment IS NULL OR COALESCE(data->'data'->'values'->>'comment', comment::text) = comment::text);
      END $$;

      CREATE OR REPLACE FUNCTION forget_request_comment() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM quote_anew(OLD.tenant_id, path, '…', OLD.id) FROM request_paths(OLD.request_id) AS path;
        RETURN NULL;
      END $$;

      -- Excerpts of comments that were deleted before.
      ALTER TABLE notification NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE notification_event NO FORCE ROW LEVEL SECURITY;
      ALTER TABLE domain_event NO FORCE ROW LEVEL SECURITY;
      SELECT quote_anew(e.tenant_id, path, '…', e.comment) FROM (
        SELECT DISTINCT tenant_id, (data->>'id')::bigint AS request, (data->>'comment_id')::bigint AS comment
        FROM domain_event WHERE type = 'request.comment_deleted'
      ) AS e, request_paths(e.request) AS path;
      ALTER TABLE notification FORCE ROW LEVEL SECURITY;
      ALTER TABLE notification_event FORCE ROW LEVEL SECURITY;
      ALTER TABLE domain_event FORCE ROW LEVEL SECURITY;
    `);
  }

  async down(): Promise<void> {}
}
