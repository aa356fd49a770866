import {
  callerFact,
  findAmong,
  findIn,
  personJson,
  type SearchFacts,
  type SearchSource,
} from "../../platform/search/search-source";
import type { Actor } from "../../platform/session";
import { canSeeArticle, canWriteNews } from "./news.policy";

const facts = (actor: Actor): SearchFacts => ({ writesNews: canWriteNews(actor) });

export const newsFileSearch: SearchSource = {
  matches: [findIn("file")],
  from: `file f JOIN news_file n ON n.tenant_id = f.tenant_id AND n.file_id = f.id AND n.kind = 'attachment'
    JOIN news_article a ON a.tenant_id = n.tenant_id AND a.id = n.article_id`,
  id: "f.id",
  visible: `f.tenant_id = current_tenant() AND ${canSeeArticle("$1", callerFact("writesNews"))}`,
  title: "f.folded",
  mine: "a.author_id = $1",
  at: "f.created_at",
  ofPerson: "a.author_id = asked.person",
  joins: `JOIN news_text t ON t.tenant_id = a.tenant_id AND t.article_id = a.id AND t.language = a.language
    LEFT JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.author_id`,
  columns: { title: "f.name", context: "t.title", person: personJson("u"), parent_id: "a.id" },
  facts,
};

export const newsSearch: SearchSource = {
  matches: [`${findAmong("x.article_id", "news_text x", "x.folded")} AND x.tenant_id = current_tenant()`],
  from: `news_article a JOIN news_text t ON t.tenant_id = a.tenant_id AND t.article_id = a.id AND t.language = a.language`,
  id: "a.id",
  visible: `a.tenant_id = current_tenant() AND ${canSeeArticle("$1", callerFact("writesNews"))}`,
  title: "fold(t.title)",
  mine: "a.author_id = $1",
  at: "COALESCE(a.published_at, a.updated_at)",
  ofPerson: "a.author_id = asked.person",
  joins: `JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.author_id
    LEFT JOIN news_section s ON s.tenant_id = a.tenant_id AND s.id = a.section_id`,
  columns: {
    title: "t.title",
    context: "COALESCE(s.name, u.fullname)",
    state: "a.status",
    person: personJson("u"),
    body: "t.plain",
  },
  facts,
};
