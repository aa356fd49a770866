import { Problem, invalid } from "../../shared/kernel/problems";
import type { Language } from "../../shared/kernel/languages";
import { newsStream, userStream } from "../../shared/kernel/events";
import type { NewsDraft } from "../../shared/news/news.replies";
import type { NewsInput } from "../../shared/news/news.schema";
import { unlessTaken } from "../platform/database/constraints";
import { picturesOf, textOf } from "../platform/rich-text/rich-text";
import { cleanText } from "../platform/rich-text/rich-text-fields";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { editableNews, newsCan } from "./news.policy";
import { draft } from "./news.read";
import * as statements from "./news.write.sql";

type Texts = NonNullable<NewsInput["texts"]>;
type Audience = NonNullable<NewsInput["audience"]>;

interface KeptText {
  language: Language;
  title: string;
  summary: string;
  body: string;
  picture_alt: string;
  words: number;
  plain: string;
}

/** As they are kept: sanitised, each language once. @throws Problem 422 at the text that is wrong. */
function keptTexts(tx: Tx, texts: Texts): KeptText[] {
  const languages = texts.map(({ language }) => language);
  return texts.map(({ language, title, summary, body, picture_alt }, index) => {
    if (languages.indexOf(language) < index) throw invalid(`texts.${index}.language`, "field.taken");
    const clean = body ? cleanText(tx, body, `texts.${index}.body`, "picturedText") : "";
    const plain = [title, summary ?? "", textOf(clean)].join("\n");
    const words = textOf(clean).split(" ").filter(Boolean).length;
    return { language, title, summary: summary ?? "", body: clean, picture_alt: picture_alt ?? "", words, plain };
  });
}

/** @throws Problem 422 at a text with a picture that was uploaded for another article, or is gone. */
async function requireOwnPictures(tx: Tx, texts: readonly KeptText[], id: number | null): Promise<void> {
  const named = texts.map(({ body }) => picturesOf(body));
  if (named.flat().length === 0) return;
  const rows = await tx.rows<{ fileId: number }>(statements.picturesOfArticle, [id, named.flat()]);
  const own = new Set(rows.map(({ fileId }) => fileId));
  const wrong = named.findIndex((files) => files.some((file) => !own.has(file)));
  if (wrong >= 0) throw invalid(`texts.${wrong}.body`, "news.pictureElsewhere");
}

/** In which language it was written. @throws Problem 422 when there is no version in it. */
function originalOf(texts: readonly { language: string }[], wanted: string | undefined, before?: string): string {
  const has = (language: string | undefined) => texts.some((text) => text.language === language);
  if (wanted !== undefined && !has(wanted)) throw invalid("language", "news.noVersion");
  return wanted ?? (has(before) ? (before as string) : (texts[0] as { language: string }).language);
}

/** @throws Problem 422 for a section, departments or groups that aren't there, and for an audience of nobody. */
async function requireKnown(tx: Tx, { section_id, audience }: NewsInput): Promise<void> {
  const departments = audience?.department_ids ?? [];
  const groups = audience?.group_ids ?? [];
  const gone = await tx.one<{ section: boolean; departments: boolean; groups: boolean }>(statements.unknownNames, [
    section_id ?? null,
    departments,
    groups,
  ]);
  if (gone?.section) throw invalid("section_id", "field.unknown");
  if (gone?.departments) throw invalid("audience.department_ids", "field.unknown");
  if (gone?.groups) throw invalid("audience.group_ids", "field.unknown");
  if (audience && !audience.everyone && departments.length + groups.length + (audience.locations ?? []).length === 0) {
    throw invalid("audience", "news.nobody");
  }
}

/** Deleted at this very moment, after it was looked for. */
const gone = {
  news_audience_tenant_id_department_id_fkey: ["audience.department_ids", "field.unknown"],
  news_audience_tenant_id_group_id_fkey: ["audience.group_ids", "field.unknown"],
} as const;

/** Whether it is for everybody: whoever names departments, groups or places means those, and no one else. */
const isForEveryone = (audience: Audience | undefined, before: boolean): boolean =>
  audience ? (audience.everyone ?? false) : before;

async function setAudience(tx: Tx, id: number, audience: Audience): Promise<void> {
  const named = audience.everyone ? {} : audience;
  await tx.rows(statements.dropAudience, [id]);
  const values = [id, named.department_ids ?? [], named.group_ids ?? [], (named.locations ?? []).filter(Boolean)];
  await unlessTaken(gone, () => tx.rows(statements.addAudience, values));
}

async function setTexts(tx: Tx, id: number, texts: readonly KeptText[]): Promise<void> {
  await tx.rows(statements.dropTexts, [id]);
  await tx.rows(statements.addTexts, [id, JSON.stringify(texts)]);
}

/** A draft: nobody but its author sees it. @throws Problem 422. */
export async function createNews(tx: Tx, actor: Actor, input: NewsInput): Promise<NewsDraft> {
  if (!input.texts) throw invalid("texts", "field.required");
  const texts = keptTexts(tx, input.texts);
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
  return draft(tx, id);
}

/** @throws Problem 409 with the article as it stands, when it isn't what the change was made on. */
async function refuseStale(tx: Tx, id: number, seen: number | undefined, now: number): Promise<void> {
  if (seen !== undefined && seen !== now) throw new Problem("news.stale", { record: await draft(tx, id) });
}

/** @throws Problem 404, 403, 409 `news.stale`, 422. */
export async function updateNews(tx: Tx, actor: Actor, id: number, input: NewsInput): Promise<NewsDraft> {
  const { version } = await editableNews(tx, actor, id);
  await refuseStale(tx, id, input.version, version);
  await requireKnown(tx, input);
  const before = await draft(tx, id);
  const texts = input.texts ? keptTexts(tx, input.texts) : null;
  const mustRead = input.must_read ?? before.must_read;
  const confirmBy = input.confirm_by === undefined ? before.confirm_by : input.confirm_by;
  if (texts) await requireOwnPictures(tx, texts, id);
  if (texts) await setTexts(tx, id, texts);
  if (input.audience) await setAudience(tx, id, input.audience);
  await tx.rows(statements.changeArticle, [
    id,
    input.section_id === undefined ? before.section_id : input.section_id,
    originalOf(texts ?? before.texts, input.language, before.language),
    input.pinned ?? before.pinned,
    mustRead,
    mustRead ? confirmBy : null,
    isForEveryone(input.audience, before.audience.everyone),
  ]);
  tx.emit("news.updated", newsStream(id), { id });
  return draft(tx, id);
}

/** A draft, or what was taken down. @throws Problem 404, 403; 409 `news.notNow` for what others read or are about to. */
export async function deleteNews(tx: Tx, actor: Actor, id: number): Promise<void> {
  const article = await editableNews(tx, actor, id);
  if (!newsCan(actor, article).delete) throw new Problem("news.notNow");
  await tx.rows(statements.deleteArticle, [id]);
  tx.emit("news.deleted", newsStream(id), { id });
  tx.emit("news_list.changed", userStream(article.authorId), { id });
}

export { refuseStale };
