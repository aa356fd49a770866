import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * For whom an article is, as before (0160): the one place that says it. Written so that it is found from either end, by the
 * names that an article has, or by those that a person stands under: a list of news reads no other's audience.
 */
export class NewsReaders0211 implements MigrationInterface {
  name = "NewsReaders0000000000211";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW news_reader WITH (security_invoker = true) AS
        WITH RECURSIVE within (tenant_id, id, above_id) AS (
          SELECT tenant_id, id, id FROM department
          UNION
          SELECT w.tenant_id, w.id, d.parent_id FROM within w
          JOIN department d ON d.tenant_id = w.tenant_id AND d.id = w.above_id WHERE d.parent_id IS NOT NULL
        ), reader AS NOT MATERIALIZED (
          SELECT u.tenant_id, u.id, u.department_id, lower(u.location) AS location FROM app_user u
          JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
            AND (r.code = 'administrator' OR 'news-view' = ANY(r.permissions))
          WHERE u.active AND NOT u.external
        )
        SELECT a.tenant_id, a.id AS article_id, u.id AS user_id
        FROM news_article a JOIN reader u ON u.tenant_id = a.tenant_id WHERE a.everyone
        UNION ALL
        SELECT named.tenant_id, named.article_id, named.user_id FROM (
          SELECT n.tenant_id, n.article_id, u.id AS user_id FROM news_audience n
          JOIN reader u ON u.tenant_id = n.tenant_id AND u.location = lower(n.location)
          UNION
          SELECT n.tenant_id, n.article_id, u.id FROM news_audience n
          JOIN within w ON w.tenant_id = n.tenant_id AND w.above_id = n.department_id
          JOIN reader u ON u.tenant_id = w.tenant_id AND u.department_id = w.id
          UNION
          SELECT n.tenant_id, n.article_id, u.id FROM news_audience n
          JOIN user_group_member m ON m.tenant_id = n.tenant_id AND m.group_id = n.group_id
          JOIN reader u ON u.tenant_id = m.tenant_id AND u.id = m.user_id) AS named
        JOIN news_article a ON a.tenant_id = named.tenant_id AND a.id = named.article_id AND NOT a.everyone;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE VIEW news_reader WITH (security_invoker = true) AS
        WITH RECURSIVE within (tenant_id, id, above_id) AS (
          SELECT tenant_id, id, id FROM department
          UNION
          SELECT w.tenant_id, w.id, d.parent_id FROM within w
          JOIN department d ON d.tenant_id = w.tenant_id AND d.id = w.above_id WHERE d.parent_id IS NOT NULL
        )
        SELECT a.tenant_id, a.id AS article_id, u.id AS user_id
        FROM news_article a
        JOIN app_user u ON u.tenant_id = a.tenant_id AND u.active AND NOT u.external
        JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
          AND (r.code = 'administrator' OR 'news-view' = ANY(r.permissions))
        WHERE a.everyone OR EXISTS (
          SELECT FROM news_audience n WHERE n.tenant_id = a.tenant_id AND n.article_id = a.id AND (
            lower(n.location) = lower(u.location)
            OR EXISTS (SELECT FROM within w
              WHERE w.tenant_id = n.tenant_id AND w.id = u.department_id AND w.above_id = n.department_id)
            OR EXISTS (SELECT FROM user_group_member m
              WHERE m.tenant_id = n.tenant_id AND m.group_id = n.group_id AND m.user_id = u.id)));
    `);
  }
}
