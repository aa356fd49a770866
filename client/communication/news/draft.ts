import type { BodyOf } from "../../../shared/kernel/endpoint";
import type { Language } from "../../../shared/kernel/languages";
import type { createNews } from "../../../shared/communication/news/news.contract";
import type { NewsDraft } from "../../../shared/communication/news/news.replies";

export interface DraftText {
  language: Language;
  title: string;
  summary: string;
  body: string;
  picture_alt: string;
}

export type DraftForm = {
  section_id: string | null;
  language: Language;
  texts: DraftText[];
  pinned: boolean;
  must_read: boolean;
  confirm_by: string | null;
  everyone: boolean;
  department_ids: string[];
  group_ids: string[];
  locations: string[];
  /** Planned local times, empty if none. Only publishing sends them; until then they are kept on this device. */
  publish_at: string;
  withdraw_at: string;
};

export const emptyDraftText = (language: Language): DraftText => ({
  language,
  title: "",
  summary: "",
  body: "",
  picture_alt: "",
});

const ids = (records: readonly { id: number }[]): string[] => records.map(({ id }) => String(id));

export const emptyDraft = (language: Language): DraftForm => ({
  section_id: null,
  language,
  texts: [emptyDraftText(language)],
  pinned: false,
  must_read: false,
  confirm_by: null,
  everyone: true,
  department_ids: [],
  group_ids: [],
  locations: [],
  publish_at: "",
  withdraw_at: "",
});

export const toDraftForm = (draft: NewsDraft): DraftForm => ({
  section_id: draft.section_id === null ? null : String(draft.section_id),
  language: draft.language as Language,
  texts: draft.texts as DraftText[],
  pinned: draft.pinned,
  must_read: draft.must_read,
  confirm_by: draft.confirm_by,
  everyone: draft.audience.everyone,
  department_ids: ids(draft.audience.departments),
  group_ids: ids(draft.audience.groups),
  locations: draft.audience.locations,
  ...plannedTimesOf(draft),
});

/** Planned times that the server has: a draft has none. */
export const plannedTimesOf = ({ publish_at, withdraw_at }: Pick<NewsDraft, "publish_at" | "withdraw_at">) => ({
  publish_at: publish_at ?? "",
  withdraw_at: withdraw_at ?? "",
});

export function toNewsBody(form: DraftForm): BodyOf<typeof createNews> {
  const { everyone, department_ids, group_ids, locations, section_id, publish_at: _, withdraw_at: __, ...rest } = form;
  return {
    ...rest,
    confirm_by: form.must_read ? form.confirm_by : null,
    section_id: section_id === null ? null : Number(section_id),
    audience: {
      everyone,
      department_ids: department_ids.map(Number),
      group_ids: group_ids.map(Number),
      locations,
    },
  };
}
