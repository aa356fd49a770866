import { Problem, invalidFieldProblem } from "../../../shared/kernel/problems";
import type { Language } from "../../../shared/kernel/languages";
import { userStream } from "../../../shared/kernel/events";
import { newsStream } from "../../../shared/communication/news/news.events";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";
import type { NewsInput } from "../../../shared/communication/news/news.schema";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { picturesOf, plainTextOf } from "../../platform/rich-text/rich-text";
import { cleanText } from "../../platform/rich-text/rich-text-fields";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { loadEditableNews, newsPermissions } from "./news.policy";
import { readArticleDraft } from "./news.read";
import * as statements from "./news.write.sql";

type Texts = NonNullable<NewsInput["texts"]>;
type Audience = NonNullable<NewsInput["audience"]>;

interface StoredText {
  language: Language;
  title: string;
  summary: string;
  body: string;
  picture_alt: string;
  words: number;
  plain: string;
}

/**
 * Sanitizes the texts, one per language.
 * @throws Problem 422 at an invalid text or a duplicate language.
 */
function sanitizeTexts(tx: Tx, texts: Texts): StoredText[] {
  const languages = texts.map(({ language }) => language);
  return texts.map(({ language, title, summary, body, picture_alt }, index) => {
    if (languages.indexOf(language) < index) throw invalidFieldProblem(`texts.${index}.language`, "field.taken");
    const clean = body ? cleanText(tx, body, `texts.${index}.body`, "picturedText") : "";
    const plain = [title, summary ?? "", plainTextOf(clean)].join("\n");
    const words = plainTextOf(clean).split(/\s+/).filter(Boolean).length;
    return { language, title, summary: summary ?? "", body: clean, picture_alt: picture_alt ?? "", words, plain };
  });
}

/** @throws Problem 422 at a text with an image that is deleted or belongs to another article. */
async function requireOwnPictures(tx: Tx, texts: readonly StoredText[], id: number | null): Promise<void> {
  const pictureIds = texts.map(({ body }) => picturesOf(body));
  if (pictureIds.flat().length === 0) return;
  const rows = await tx.rows<{ fileId: number }>(statements.selectArticlePictures, [id, pictureIds.flat()]);
  const own = new Set(rows.map(({ fileId }) => fileId));
  const wrong = pictureIds.findIndex((files) => files.some((file) => !own.has(file)));
  if (wrong >= 0) throw invalidFieldProblem(`texts.${wrong}.body`, "news.pictureElsewhere");
}

/**
 * Original language of the article.
 * @throws Problem 422 when no text is in the requested language.
 */
function originalOf(texts: readonly { language: string }[], requested: string | undefined, before?: string): string {
  const has = (language: string | undefined) => texts.some((text) => text.language === language);
  if (requested !== undefined && !has(requested)) throw invalidFieldProblem("language", "news.noVersion");
  return requested ?? (has(before) ? (before as string) : (texts[0] as { language: string }).language);
}

/** @throws Problem 422 for unknown sections, departments and groups, and for an empty audience. */
async function requireKnown(tx: Tx, { section_id, audience }: NewsInput): Promise<void> {
  const departments = audience?.department_ids ?? [];
  const groups = audience?.group_ids ?? [];
  const missing = await tx.one<{ section: boolean; departments: boolean; groups: boolean }>(
    statements.selectUnknownReferences,
    [section_id ?? null, departments, groups],
  );
  if (missing?.section) throw invalidFieldProblem("section_id", "field.unknown");
  if (missing?.departments) throw invalidFieldProblem("audience.department_ids", "field.unknown");
  if (missing?.groups) throw invalidFieldProblem("audience.group_ids", "field.unknown");
  if (audience && !audience.everyone && departments.length + groups.length + (audience.locations ?? []).length === 0) {
    throw invalidFieldProblem("audience", "news.nobody");
  }
}

/** Foreign key violations that occur when the record is deleted concurrently, after the check. */
const constraintMessages = {
  news_audience_tenant_id_department_id_fkey: ["audience.department_ids", "field.unknown"],
  news_audience_tenant_id_group_id_fkey: ["audience.group_ids", "field.unknown"],
} as const;

/** Whether the article is for all users; an audience with departments, groups or locations is limited to those. */
const isForEveryone = (audience: Audience | undefined, before: boolean): boolean =>
  audience ? (audience.everyone ?? false) : before;

async function setAudience(tx: Tx, id: number, audience: Audience): Promise<void> {
  const limits = audience.everyone ? {} : audience;
  await tx.rows(statements.deleteArticleAudience, [id]);
  const values = [id, limits.department_ids ?? [], limits.group_ids ?? [], (limits.locations ?? []).filter(Boolean)];
  await mapConstraintErrors(constraintMessages, () => tx.rows(statements.insertArticleAudience, values));
}

async function setTexts(tx: Tx, id: number, texts: readonly StoredText[]): Promise<void> {
  await tx.rows(statements.deleteArticleTexts, [id]);
  await tx.rows(statements.insertArticleTexts, [id, JSON.stringify(texts)]);
}

/** Creates a draft, visible only to its author. @throws Problem 422. */
export async function createNews(tx: Tx, actor: Actor, input: NewsInput): Promise<NewsDraft> {
  if (!input.texts) throw invalidFieldProblem("texts", "field.required");
  const texts = sanitizeTexts(tx, input.texts);
  await requireOwnPictures(tx, texts, null);
  await requireKnown(tx, input);
  const row = await tx.one<{ id: number }>(statements.insertArticle, [
    actor.id,
    input.section_id ?? null,
    originalOf(texts, input.language),
    input.pinned ?? false,
    input.must_read ?? false,
    input.must_read ? (input.confirm_by ?? null) : null,
    isForEveryone(input.audience, true),
  ]);
  const { id } = row as { id: number };
  await setTexts(tx, id, texts);
  if (input.audience) await setAudience(tx, id, input.audience);
  tx.emit("news_list.changed", userStream(actor.id), { id });
  return readArticleDraft(tx, id);
}

/** @throws Problem 409 with the current article when the version is stale. */
async function refuseStale(tx: Tx, id: number, version: number | undefined, currentVersion: number): Promise<void> {
  if (version !== undefined && version !== currentVersion)
    throw new Problem("news.stale", { record: await readArticleDraft(tx, id) });
}

/** @throws Problem 404; 403; 409 `news.stale` when the version is stale; 422 for invalid texts and unknown references. */
export async function updateNews(tx: Tx, actor: Actor, id: number, input: NewsInput): Promise<NewsDraft> {
  const { version, status, authorId } = await loadEditableNews(tx, actor, id);
  await refuseStale(tx, id, input.version, version);
  await requireKnown(tx, input);
  const before = await readArticleDraft(tx, id);
  const texts = input.texts ? sanitizeTexts(tx, input.texts) : null;
  const mustRead = input.must_read ?? before.must_read;
  const confirmBy = input.confirm_by === undefined ? before.confirm_by : input.confirm_by;
  if (texts) await requireOwnPictures(tx, texts, id);
  if (texts) await setTexts(tx, id, texts);
  if (input.audience) await setAudience(tx, id, input.audience);
  await tx.rows(statements.updateArticle, [
    id,
    input.section_id === undefined ? before.section_id : input.section_id,
    originalOf(texts ?? before.texts, input.language, before.language),
    input.pinned ?? before.pinned,
    mustRead,
    mustRead ? confirmBy : null,
    isForEveryone(input.audience, before.audience.everyone),
  ]);
  tx.emit("news.updated", newsStream(id), { id });
  const after = await readArticleDraft(tx, id);
  const hasNewAudience = JSON.stringify(after.audience) !== JSON.stringify(before.audience);
  if (status === "published" && (hasNewAudience || (mustRead && !before.must_read)))
    tx.emit("news.readers_changed", userStream(authorId), { id, before: readersOf(before) });
  return after;
}

const readersOf = ({ must_read, audience: { everyone, departments, groups, locations } }: NewsDraft) => ({
  must_read,
  everyone,
  department_ids: departments.map((department) => department.id),
  group_ids: groups.map((group) => group.id),
  locations,
});

/**
 * Deletes a draft or a withdrawn article.
 * @throws Problem 404; 403; 409 when it is published or scheduled.
 */
export async function deleteNews(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await loadEditableNews(tx, actor, id);
  if (!newsPermissions(actor, article).delete) throw new Problem("news.notNow");
  await tx.rows(statements.deleteArticle, [id]);
  tx.emit("news.deleted", newsStream(id), { id });
  tx.emit("news_list.changed", userStream(article.authorId), { id });
}

export { refuseStale };
