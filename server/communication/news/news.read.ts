import { Problem } from "../../../shared/kernel/problems";
import { type Language, languageCodes } from "../../../shared/kernel/languages";
import { pageMetaOf, pageOf } from "../../../shared/kernel/paging";
import type { NewsArticle, NewsDraft } from "../../../shared/communication/news/news.replies";
import type { NewsStatus } from "../../../shared/communication/news/news.workflow";
import type { Reaction } from "../../../shared/work/comments/comments.contract";
import { searchPatterns } from "../../platform/database/search";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import * as present from "./news.present";
import { newsPermissions, loadVisibleNews, canWriteNews } from "./news.policy";
import { sectionsInUse } from "./news-sections.service";
import * as statements from "./news.sql";

interface ListQuery {
  page?: number;
  per_page?: number;
  perPage?: number;
  q?: string;
  query?: string;
  search?: string;
  section?: number;
  status?: NewsStatus;
}

/** Returns a page of articles; unpublished ones are included only for news writers. */
export async function readNewsList(tx: Tx, actor: Actor, language: Language, query: ListQuery) {
  const page = pageOf(query);
  const sought = searchPatterns(query);
  const { all, section, sought: withText, soughtInSection } = statements.listNews;
  const statement = query.section ? (sought ? soughtInSection : section) : sought ? withText : all;
  const conditions = [query.section, sought].filter(Boolean);
  const reader = [actor.id, canWriteNews(actor), language, query.status ?? "published"];
  const rows = await tx.rows<present.NewsListRow & { total: number }>(statement, [
    ...reader,
    page.perPage,
    page.offset,
    ...conditions,
  ]);
  return {
    data: rows.map((row) => present.presentNews(row, language)),
    meta: pageMetaOf(page, rows[0]?.total ?? 0),
  };
}

interface Archive {
  total: number;
  since: Date | null;
  most_talked: { id: number; title: string; comment_count: number }[];
}

export async function readNewsOverview(tx: Tx, actor: Actor, language: Language) {
  const reader = [actor.id, canWriteNews(actor)];
  const [must, archive, sections] = await Promise.all([
    tx.rows<present.NewsListRow>(statements.selectArticlesToConfirm, [...reader, language]),
    tx.one<Archive>(statements.selectPublishedOverview, [...reader, language]),
    sectionsInUse(tx, language),
  ]);
  return {
    must_read: must.map((row) => present.presentNews(row, language)),
    most_talked: archive?.most_talked ?? [],
    sections,
    archive: { total: archive?.total ?? 0, since: archive?.since?.toISOString() ?? null },
  };
}

const isLanguage = (text: string | undefined): text is Language => (languageCodes as string[]).includes(text ?? "");

type ArticleRow = present.NewsListRow & { body: string; everyone: boolean };

export async function readArticle(
  tx: Tx,
  actor: Actor,
  own: Language,
  id: number,
  requestedLanguage: string | undefined,
): Promise<NewsArticle> {
  const facts = await loadVisibleNews(tx, actor, id);
  const language = isLanguage(requestedLanguage) ? requestedLanguage : own;
  const [row, files, reactions, comments, audience, next] = await Promise.all([
    tx.one<ArticleRow>(statements.selectArticle, [id, actor.id, language]),
    tx.rows<present.NewsFileRow>(statements.selectArticleFiles, [id]),
    tx.rows<Reaction>(statements.selectArticleReactions, [id]),
    tx.rows<present.NewsCommentRow>(statements.selectArticleComments, [id]),
    tx.rows<present.AudienceRow>(statements.selectArticleAudience, [id]),
    tx.one<{ id: number; title: string }>(statements.selectNextArticle, [id, actor.id, canWriteNews(actor), own]),
  ]);
  if (!row) throw new Problem("notFound");
  const can = newsPermissions(actor, facts);
  return {
    ...present.presentNews(row, own),
    reader_id: actor.id,
    body: row.body,
    audience: present.presentAudience(row.everyone, audience),
    files: files.map(present.presentNewsFile),
    reactions,
    comments: comments.map((comment) => ({
      ...present.presentNewsComment(comment),
      can: { delete: comment.author.id === actor.id || can.edit },
    })),
    next: next ?? null,
    can,
  };
}

type DraftRow = Omit<NewsDraft, "audience" | "files"> & { everyone: boolean };

/** All language versions of an article. The caller must have checked editing permission. */
export async function readArticleDraft(tx: Tx, id: number): Promise<NewsDraft> {
  const [row, files, audience] = await Promise.all([
    tx.one<DraftRow>(statements.selectArticleDraft, [id]),
    tx.rows<present.NewsFileRow>(statements.selectArticleFiles, [id]),
    tx.rows<present.AudienceRow>(statements.selectArticleAudience, [id]),
  ]);
  if (!row) throw new Problem("notFound");
  const { everyone, ...rest } = row;
  return {
    ...rest,
    audience: present.presentAudience(everyone, audience),
    files: files.map(present.presentNewsFile),
  };
}
