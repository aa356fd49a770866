import type { ServerFeature } from "../../platform/features";
import { canReadNewsFile } from "./news-discussion.service";
import { followNews } from "./news.policy";
import { registerNewsRoutes } from "./news.routes";
import { newsFileSearch, newsSearch } from "./news.search";
import { mayReceiveNews } from "./news-notifications.service";

export const newsFeature = {
  routes: [registerNewsRoutes],
  fileReaders: [canReadNewsFile],
  housekeeping: [
    // Deletes images uploaded for an article's text that no version of the article uses a day later.
    `DELETE FROM news_file n USING file f
     WHERE n.kind = 'inline' AND f.tenant_id = n.tenant_id AND f.id = n.file_id AND f.created_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT FROM news_text t WHERE t.tenant_id = n.tenant_id AND t.article_id = n.article_id
         AND strpos(t.body, '"/files/' || n.file_id || '/preview"') > 0)`,
  ],
  streams: {
    news: { mayFollow: followNews },
  },
  searches: { news: newsSearch, news_file: newsFileSearch },
  fills: { maySeeRecord: { news: (tx, { path }, userId) => mayReceiveNews(tx, path, userId) } },
  personalData: {
    areas: {
      news: `news_article.author_id news_comment.user_id news_comment_reaction.user_id news_reaction.user_id news_reading.user_id`,
    },
  },
  demo: {
    news: async () => (await import("./demo/demo.news")).writeNews,
  },
} satisfies ServerFeature;
