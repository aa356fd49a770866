import { readArticle, readNewsList, readNewsOverview } from "../../server/communication/news/news.read";
import { type Tx, unnamedSql } from "../../server/platform/database/unit-of-work";

const people = 2_000;
const articles = 2_000;

/**
 * Inserts news of a tenant with 2,000 users: 2,000 articles in two languages each, every fifth for two departments only, most with many
 * readers and comments.
 */
export async function seedNews(tx: Tx, authorId: number): Promise<void> {
  const run = (text: string, values: unknown[] = []) => tx.rows(unnamedSql(text), values);
  await run("SELECT set_config('statement_timeout', '0', true)");
  await run(`INSERT INTO department (tenant_id, name) SELECT current_tenant(), 'D' || n FROM generate_series(1, 40) n`);
  await run(
    `INSERT INTO app_user (tenant_id, email, fullname, password_hash, role_id, department_id)
     SELECT current_tenant(), 'p' || n || '@bench.test', 'Person ' || n, 'x', u.role_id, d.id
     FROM generate_series(1, ${people}) n JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = $1
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM department WHERE tenant_id = current_tenant()) d
       ON d.place = 1 + n % 40`,
    [authorId],
  );
  await run(
    `INSERT INTO news_article (tenant_id, author_id, language, status, published_at, pinned, must_read, everyone, comment_count)
     SELECT current_tenant(), $1, 'en', 'published', now() - n * interval '5 hours', n % 400 = 0, n % 50 = 0, n % 5 > 0, 10
     FROM generate_series(1, ${articles}) n`,
    [authorId],
  );
  await run(`INSERT INTO news_text (tenant_id, article_id, language, title, summary, body, words, plain)
     SELECT tenant_id, id, l, 'Article ' || id, repeat('Two lines below it. ', 8), '<p>' || repeat('Words of the text. ', 300) || '</p>',
       1200, 'article ' || id FROM news_article, unnest(ARRAY['en', 'ar']) l WHERE tenant_id = current_tenant()`);
  await run(`INSERT INTO news_audience (tenant_id, article_id, department_id)
     SELECT a.tenant_id, a.id, d.id FROM news_article a JOIN department d ON d.tenant_id = a.tenant_id AND d.id % 20 = a.id % 20
     WHERE a.tenant_id = current_tenant() AND NOT a.everyone`);
  await run(`INSERT INTO news_reading (tenant_id, article_id, user_id)
     SELECT a.tenant_id, a.id, u.id FROM news_article a JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id % 40 = a.id % 40
     WHERE a.tenant_id = current_tenant()`);
  await run(`INSERT INTO news_comment (tenant_id, article_id, user_id, body)
     SELECT a.tenant_id, a.id, u.id, '<p>Said</p>' FROM news_article a
     JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id % 200 = a.id % 200 WHERE a.tenant_id = current_tenant()`);
}

export async function newsScreens(tx: Tx): Promise<[string, (tx: Tx) => Promise<unknown>][]> {
  const [reader] = await tx.rows<{ id: number }>(
    unnamedSql("SELECT max(id) AS id FROM app_user WHERE tenant_id = current_tenant()"),
  );
  const [latest] = await tx.rows<{ id: number }>(
    unnamedSql(
      "SELECT id FROM news_article WHERE tenant_id = current_tenant() AND everyone ORDER BY published_at DESC LIMIT 1",
    ),
  );
  const viewer = { id: reader?.id, permissions: new Set(["news-view"]), features: new Set(["news"]) } as never;
  const page = (inTx: Tx) => Promise.all([readNewsList(inTx, viewer, "en", {}), readNewsOverview(inTx, viewer, "en")]);
  return [
    ["news page: list and what stands beside it", page],
    ["news searched", (inTx) => readNewsList(inTx, viewer, "en", { q: "article 19" })],
    ["one article", (inTx) => readArticle(inTx, viewer, "en", latest?.id as number, undefined)],
  ];
}
