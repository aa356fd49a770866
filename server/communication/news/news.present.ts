import type { FileDetails } from "../../work/attachments/attachments.present";
import { presentStoredFile } from "../../work/attachments/attachments.present";
import type { Reaction } from "../../../shared/work/comments/comments.contract";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { Language } from "../../../shared/kernel/languages";
import { translatedNameIn, type NamedRecord } from "../../../shared/kernel/translations";
import type { NewsAudience, NewsComment, NewsFile, NewsRow } from "../../../shared/communication/news/news.replies";
import { minutesToRead } from "../../../shared/communication/news/news.rules";

export interface NewsListRow
  extends Omit<
    NewsRow,
    "section" | "picture" | "minutes" | "confirmed_at" | "published_at" | "publish_at" | "withdraw_at" | "updated_at"
  > {
  section: (NamedRecord & { id: number }) | null;
  picture: FileDetails | null;
  picture_alt: string;
  words: number;
  confirmed_at: Date | null;
  published_at: Date | null;
  publish_at: Date | null;
  withdraw_at: Date | null;
  updated_at: Date;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentSection = (language: Language, section: NamedRecord & { id: number }) => ({
  id: section.id,
  name: translatedNameIn(language, section),
});

export function presentNews(row: NewsListRow, language: Language): NewsRow {
  const picture = row.picture && presentStoredFile(row.picture);
  return {
    id: row.id,
    status: row.status,
    section: row.section && presentSection(language, row.section),
    language: row.language,
    languages: row.languages,
    title: row.title,
    summary: row.summary,
    picture: picture && { url: picture.url, preview_url: picture.preview_url ?? null, alt: row.picture_alt },
    author: row.author,
    published_at: iso(row.published_at),
    publish_at: iso(row.publish_at),
    withdraw_at: iso(row.withdraw_at),
    updated_at: row.updated_at.toISOString(),
    minutes: minutesToRead(row.words),
    pinned: row.pinned,
    must_read: row.must_read,
    confirm_by: row.confirm_by,
    comment_count: row.comment_count,
    seen: row.seen,
    confirmed_at: iso(row.confirmed_at),
    version: row.version,
    revision: row.revision,
    epoch: row.epoch,
  };
}

export interface NewsFileRow {
  id: number;
  kind: NewsFile["kind"];
  file: FileDetails;
}

export const presentNewsFile = ({ id, kind, file }: NewsFileRow): NewsFile => ({
  id,
  kind,
  file: presentStoredFile(file),
});

export interface NewsCommentRow {
  id: number;
  comment: string;
  created_at: Date;
  author: Person;
  reactions: Reaction[];
}

export const presentNewsComment = (row: NewsCommentRow): Omit<NewsComment, "can"> => ({
  id: row.id,
  comment: row.comment,
  author: row.author,
  created_at: row.created_at.toISOString(),
  reactions: row.reactions,
});

export interface AudienceRow {
  location: string | null;
  department: { id: number; name: string } | null;
  group: { id: number; name: string } | null;
}

export const presentAudience = (everyone: boolean, rows: readonly AudienceRow[]): NewsAudience => ({
  everyone,
  departments: rows.flatMap(({ department }) => department ?? []),
  groups: rows.flatMap(({ group }) => group ?? []),
  locations: rows.flatMap(({ location }) => location ?? []),
});
