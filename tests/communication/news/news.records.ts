import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertNewsSection = sql(
  "factory.newsSection",
  "INSERT INTO news_section (tenant_id, name) VALUES (current_tenant(), $1) RETURNING id",
);
const insertNewsArticle = sql(
  "factory.newsArticle",
  `WITH a AS (INSERT INTO news_article (tenant_id, author_id, section_id, language, status, published_at, must_read)
              VALUES (current_tenant(), $1, $2, 'en', 'published', now(), true) RETURNING id)
   INSERT INTO news_text (tenant_id, article_id, language, title, body, plain)
   SELECT current_tenant(), id, 'en', $3, $3, $3 FROM a RETURNING article_id AS id`,
);
const insertNewsComment = sql(
  "factory.newsComment",
  `WITH c AS (UPDATE news_article SET comment_count = 1 WHERE tenant_id = current_tenant() AND id = $1)
   INSERT INTO news_comment (tenant_id, article_id, user_id, body) VALUES (current_tenant(), $1, $2, $3) RETURNING id`,
);
const insertNewsFile = sql(
  "factory.newsFile",
  `INSERT INTO news_file (tenant_id, article_id, file_id, kind) VALUES (current_tenant(), $1, $2, 'attachment') RETURNING id`,
);

export const makeRecords: MakeRecords = async (one, { admin, mark, file }) => {
  const { section, fileId } = await awaitRecords({
    section: one(insertNewsSection, [`Section ${mark}`]),
    fileId: file(),
  });
  const article = await one(insertNewsArticle, [admin, section, `Article ${mark}`]);
  const hanging = awaitRecords({
    newsComment: one(insertNewsComment, [article, admin, `Said ${mark}`]),
    newsFile: one(insertNewsFile, [article, fileId]),
  });
  return { newsSection: section, newsArticle: article, ...(await hanging) };
};
