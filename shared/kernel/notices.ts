import { isLanguage, type Language } from "./languages";

/** Announcement and maintenance notices of the installation. Times are in ISO 8601. */
export interface Notices {
  /** Taken down at `until`. */
  announcement: (Notice & { tone: Tone }) | null;
  /** While set, changes are rejected; `until` is the expected end. */
  maintenance: Notice | null;
}

export interface Notice {
  since: string;
  until: string;
  texts: NoticeTexts;
}

export const tones = ["info", "warning"] as const;
export type Tone = (typeof tones)[number];

export type NoticeTexts = Partial<Record<Language, string>>;

/** Returns the text in the language or else in English; undefined for maintenance without a text by the operator. */
export const noticeTextIn = (texts: NoticeTexts, language: string): string | undefined =>
  (isLanguage(language) && texts[language]) || texts.en;

export const noNotices: Notices = { announcement: null, maintenance: null };
