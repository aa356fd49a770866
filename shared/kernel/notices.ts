import { isLanguage, type Language } from "./languages";

/** Announcement and maintenance of the installation. Times are in ISO 8601. */
export interface Notices {
  /** Taken down at `until`. */
  announcement: (Notice & { tone: Tone }) | null;
  /** Changes are refused; `until` is the expected end. */
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

/** In English where there is no text in this language; undefined for maintenance without a text of the operator. */
export const noticeTextIn = (texts: NoticeTexts, language: string): string | undefined =>
  (isLanguage(language) && texts[language]) || texts.en;

export const noNotices: Notices = { announcement: null, maintenance: null };
