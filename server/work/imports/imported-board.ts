import type { ImportSource } from "../../../shared/kernel/import-origin";
import type { ImportLossCode } from "../../../shared/work/imports/imports.schema";
import type { ColorTone } from "../../../shared/kernel/fields";
import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { ExportedSeries, ProjectExport } from "../../../shared/work/project-export/project-export.schema";
import type { ProjectState } from "../../../shared/work/projects/projects.schema";
import type { FieldKind } from "../../../shared/work/fields/fields.schema";

/**
 * A board of another program, read from its file. Ids are those of the source and are unique within their list; texts are HTML that isn't
 * sanitized yet.
 */
export interface ImportedBoard {
  source: ImportSource;
  /** Id of the board in its source; null if the file doesn't have one. */
  sourceId: string | null;
  title: string;
  /** In their order. */
  columns: ImportedColumn[];
  tags: ImportedTag[];
  people: ImportedPerson[];
  fields: ImportedField[];
  /** In their order within a column. */
  cards: ImportedCard[];
  /** Contents of the file, or missing from it, that the import leaves out. */
  losses: ImportLoss[];
  /** Only in an exported project. */
  settings?: ImportedSettings;
  /** Only in an exported project. */
  parts?: ImportedParts;
}

/** Parts of a project that other programs don't export. Ids are numbers of the export. */
export interface ImportedParts extends Pick<ProjectExport, "views" | "task_templates"> {
  series: ImportedSeries[];
}

export interface ImportedSeries extends Omit<ExportedSeries, "task"> {
  task: Omit<ExportedSeries["task"], "values"> & { values: Map<string, ImportedValue> };
}

export interface ImportedSettings {
  code: string;
  description: string | null;
  color: ColorTone;
  startDay: string | null;
  endDay: string | null;
  status: ProjectState;
  budget: { amount: string; currency: string } | null;
}

export interface ImportedColumn {
  id: string;
  title: string;
  /** Archived with its cards. */
  isClosed: boolean;
  kind: "todo" | "doing" | "done";
  color?: ColorTone | null;
  wipLimit?: number | null;
}

export interface ImportedTag {
  id: string;
  name: string;
  color: ColorTone;
}

export interface ImportedPerson {
  id: string;
  name: string;
  email: string | null;
  /** In the exported project; null for people who weren't its members. */
  role?: ProjectRole | null;
}

export interface ImportedField {
  id: string;
  title: string;
  kind: FieldKind;
  unit?: string | null;
  maxLength?: number | null;
  /** By default as many as the values need. */
  decimals?: number | null;
  isOnCard?: boolean;
  /** Columns that a task may enter only with a value. */
  requiredColumnIds?: string[];
  /** Options of a choice, in their order. Deleted ones can't be chosen any more; tasks may still have them. */
  options: { id: string; title: string; color: ColorTone; isDeleted?: boolean }[];
}

/** Value of a field: an option's id for a choice, their ids for several choices, a person's id, `YYYY-MM-DD` for a day. */
export type ImportedValue = string | number | boolean | string[];

export interface ImportedCard {
  id: string;
  /** Number or key of the card in the source, such as "AB-12" or "#7"; null if it has no such name. */
  key: string | null;
  title: string;
  description: string | null;
  columnId: string;
  isArchived: boolean;
  priority: "high" | "medium" | "low";
  startDay: ImportedDate | null;
  dueDay: ImportedDate | null;
  estimateMinutes: number | null;
  tagIds: string[];
  personIds: string[];
  reporterId: string | null;
  createdAt: string | null;
  subtasks: ImportedSubtask[];
  comments: ImportedComment[];
  /** By id of the field. */
  values: Map<string, ImportedValue>;
  /** Ids of cards that block this one, also of cards that aren't in the file. */
  blockerIds: string[];
  complexity?: number;
  progress?: number;
  /** Whether `progress` isn't computed from the subtasks. */
  isProgressByHand?: boolean;
  archivedAt?: string | null;
  /** When a card was done that is in a list of done ones. */
  completedAt?: string | null;
  /** Lists in which the card was, oldest first, as far as the file contains them; the first one since it was created. */
  moves?: { columnId: string; at: string }[];
  files?: ImportedFile[];
  /** Title of the task template from which the card was made, and the version of its content. */
  template?: { title: string; version: number } | null;
}

/** As the limit of a task's attachments. */
export const maxFilesPerCard = 500;

/** A file whose content is in the ZIP of the board. */
export interface ImportedFile {
  /** Id in the source, unique within the card; of sources without ids, the name and the size. */
  id: string;
  /** Name of the entry in the ZIP. */
  path: string;
  name: string;
  title: string;
  at: string;
  personId: string | null;
  isCover: boolean;
}

/** `YYYY-MM-DD`, or an instant in ISO 8601 whose day depends on the reader's time zone. */
export type ImportedDate = string;

export interface ImportedSubtask {
  name: string;
  isCompleted: boolean;
  dueDay: ImportedDate | null;
  personId: string | null;
}

export interface ImportedComment {
  /** Null if the source has none. */
  id: string | null;
  personId: string | null;
  /** Instant in ISO 8601; null if the source has none. */
  at: string | null;
  editedAt?: string | null;
  body: string;
}

/** `name` is the column, property or card concerned, never a value. */
export interface ImportLoss {
  code: ImportLossCode;
  name: string | null;
  count: number;
}

/** Counts losses, each kind and name once. */
export class LossCounter {
  private readonly counts = new Map<string, ImportLoss>();

  constructor(losses: readonly ImportLoss[] = []) {
    for (const { code, name, count } of losses) this.add(code, name, count);
  }

  add(code: ImportLossCode, name: string | null = null, count = 1): void {
    if (count <= 0) return;
    const key = `${code}:${name ?? ""}`;
    const loss = this.counts.get(key);
    if (loss) loss.count += count;
    else this.counts.set(key, { code, name, count });
  }

  list(): ImportLoss[] {
    return [...this.counts.values()];
  }
}
