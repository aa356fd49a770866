import type { ImportSource } from "../../../shared/kernel/import-origin";
import type { CardRole } from "../../../shared/work/imports/imports.schema";
import { normalizeForComparison } from "../../platform/tables/normalize-for-comparison";

export type TableSource = Exclude<ImportSource, "planka" | "trello" | "vikunja" | "workplace">;

interface TableLayoutOf {
  /** Titles that only this program writes; a file that has them all is its export. */
  marks: readonly (readonly string[])[];
  roles: Partial<Record<CardRole, readonly string[]>>;
  /** Separator of several values in one cell. */
  listSeparator: RegExp;
  markup: "markdown" | "wiki" | "plain";
  /** Title of the column that names the board; the board is called so if all rows agree. */
  boardTitle?: string;
}

export const tableLayouts: Record<TableSource, TableLayoutOf> = {
  jira: {
    marks: [["Issue key", "Issue id", "Summary"]],
    roles: {
      id: ["Issue id"],
      key: ["Issue key"],
      title: ["Summary"],
      description: ["Description"],
      column: ["Status"],
      priority: ["Priority"],
      assignee: ["Assignee"],
      assigneeId: ["Assignee Id"],
      reporter: ["Reporter"],
      reporterId: ["Reporter Id"],
      created: ["Created"],
      due: ["Due date", "Due Date"],
      start: ["Custom field (Start date)"],
      tags: ["Labels", "Component/s", "Components"],
      estimateSeconds: ["Original Estimate", "Original estimate"],
      // An epic is the parent of its stories; sub-tasks name the parent by number.
      parent: ["Parent", "Parent id", "Parent key", "Custom field (Epic Link)", "Custom field (Parent Link)"],
      comment: ["Comment"],
      attachment: ["Attachment"],
      blocks: ["Outward issue link (Blocks)"],
      blockedBy: ["Inward issue link (Blocks)"],
      field: [
        "Issue Type",
        "Sprint",
        "Fix Version/s",
        "Fix versions",
        "Affects Version/s",
        "Affects versions",
        "Resolution",
        "Resolved",
        "Environment",
      ],
      ignored: [
        "Creator",
        "Creator Id",
        "Project key",
        "Project name",
        "Project type",
        "Project lead",
        "Project lead id",
        "Project description",
        "Updated",
        "Last Viewed",
        "Status Category",
        "Status Category Changed",
        "Parent summary",
        "Custom field (Rank)",
        "Custom field (Development)",
        "Custom field ([CHART] Date of First Response)",
      ],
    },
    listSeparator: /\n/,
    markup: "wiki",
    boardTitle: "Project name",
  },
  asana: {
    marks: [["Task ID", "Section/Column", "Name"]],
    roles: {
      id: ["Task ID"],
      title: ["Name"],
      description: ["Notes"],
      column: ["Section/Column"],
      completed: ["Completed At"],
      assignee: ["Assignee"],
      assigneeEmail: ["Assignee Email"],
      created: ["Created At"],
      start: ["Start Date"],
      due: ["Due Date"],
      tags: ["Tags"],
      parentTitle: ["Parent task", "Parent Task"],
      blockedBy: ["Blocked By (Dependencies)", "Blocked By"],
      blocks: ["Blocking (Dependencies)", "Blocking"],
      ignored: ["Last Modified", "Projects"],
    },
    listSeparator: /\s*,\s*/,
    markup: "plain",
    boardTitle: "Projects",
  },
  linear: {
    marks: [["ID", "Team", "Title", "Status", "Cycle Name"]],
    roles: {
      id: ["UUID"],
      key: ["ID"],
      title: ["Title"],
      description: ["Description"],
      column: ["Status"],
      archived: ["Archived"],
      priority: ["Priority"],
      assignee: ["Assignee"],
      reporter: ["Creator"],
      created: ["Created"],
      due: ["Due Date"],
      tags: ["Labels"],
      parent: ["Parent issue"],
      blockedBy: ["Blocked by"],
      link: ["Related to", "Duplicate of"],
      field: ["Estimate", "Cycle Name", "Project", "Project Milestone"],
      ignored: [
        "Team",
        "Project ID",
        "Project Milestone ID",
        "Cycle Number",
        "Cycle Start",
        "Cycle End",
        "Updated",
        "Started",
        "Triaged",
        "Completed",
        "Canceled",
        "Initiatives",
        "Time in status (minutes)",
      ],
    },
    listSeparator: /\s*,\s+/,
    markup: "markdown",
  },
  planner: {
    marks: [
      ["Task ID", "Task Name", "Bucket Name"],
      ["Vorgangs-ID", "Vorgangsname", "Bucketname"],
    ],
    roles: {
      id: ["Task ID", "Vorgangs-ID"],
      title: ["Task Name", "Vorgangsname"],
      description: ["Description", "Beschreibung"],
      column: ["Bucket Name", "Bucketname"],
      completed: ["Completed Date", "Abgeschlossen am"],
      priority: ["Priority", "Priorität"],
      assignee: ["Assigned To", "Zugewiesen an"],
      reporter: ["Created By", "Erstellt von"],
      created: ["Created Date", "Erstellungsdatum", "Erstellt am"],
      start: ["Start Date", "Startdatum", "Anfangstermin"],
      due: ["Due Date", "Fälligkeitsdatum"],
      tags: ["Labels", "Bezeichnungen"],
      steps: ["Checklist Items", "Checklistenelemente", "Prüflistenelemente"],
      stepsDone: [
        "Completed Checklist Items",
        "Abgeschlossene Checklistenelemente",
        "Abgeschlossene Prüflistenelemente",
      ],
      ignored: [
        "Progress",
        "Fortschritt",
        "Status",
        "Late",
        "Verspätet",
        "Is Recurring",
        "Completed By",
        "Abgeschlossen von",
      ],
    },
    listSeparator: /\s*;\s*/,
    markup: "plain",
  },
  github: {
    marks: [["Title", "URL", "Assignees", "Status"]],
    roles: {
      id: ["URL"],
      title: ["Title"],
      column: ["Status"],
      assignee: ["Assignees"],
      tags: ["Labels"],
      field: ["Milestone", "Sprint", "Iteration", "Size", "Estimate"],
      parent: ["Parent issue"],
      ignored: ["Repository", "Sub-issues progress", "Linked pull requests", "Reviewers"],
    },
    listSeparator: /\s*,\s*/,
    markup: "markdown",
  },
  kanboard: {
    marks: [["Task Id", "Swimlane", "Column", "Complexity"]],
    roles: {
      id: ["Task Id"],
      title: ["Title"],
      column: ["Column"],
      completed: ["Completion date"],
      position: ["Position"],
      assignee: ["Assignee Name"],
      assigneeId: ["Assignee Username"],
      reporter: ["Creator"],
      created: ["Creation date"],
      start: ["Start date"],
      due: ["Due date"],
      tags: ["Category"],
      estimateHours: ["Time estimated"],
      field: ["Swimlane", "Complexity", "Time spent", "Reference"],
      ignored: ["Project", "Status", "Color", "Modification date"],
    },
    listSeparator: /\n/,
    markup: "markdown",
  },
  table: {
    marks: [],
    roles: {
      title: [
        "Title",
        "Name",
        "Task",
        "Task name",
        "Summary",
        "Titel",
        "Aufgabe",
        "제목",
        "작업",
        "العنوان",
        "المهمة",
        "ناونیشان",
        "ئەرک",
      ],
      description: ["Description", "Notes", "Details", "Beschreibung", "Notizen", "설명", "الوصف", "وەسف"],
      column: ["Status", "Column", "List", "Section", "Stage", "Spalte", "Liste", "상태", "الحالة", "العمود", "دۆخ"],
      priority: ["Priority", "Priorität", "우선순위", "الأولوية", "گرنگی"],
      assignee: ["Assignee", "Assigned to", "Owner", "Zuständig", "Zugewiesen an", "담당자", "المسؤول", "بەرپرس"],
      assigneeEmail: ["Assignee Email", "Email", "E-Mail", "이메일", "البريد الإلكتروني", "ئیمەیڵ"],
      start: ["Start", "Start date", "Startdatum", "Beginn", "시작일", "تاريخ البدء", "بەرواری دەستپێک"],
      due: ["Due", "Due date", "Deadline", "Fällig", "Fälligkeitsdatum", "마감일", "تاريخ الاستحقاق", "بەرواری کۆتایی"],
      tags: ["Tags", "Labels", "Schlagwörter", "태그", "الوسوم", "تاگ"],
      steps: ["Checklist", "Subtasks", "Checkliste", "Unteraufgaben", "체크리스트", "المهام الفرعية"],
    },
    listSeparator: /\s*[,;]\s*/,
    markup: "plain",
  },
};

/** The program that wrote a table with these titles; `table` for any other. */
export function sourceOfTitles(titles: readonly string[]): TableSource {
  const present = new Set(titles.map(normalizeForComparison));
  const sources = Object.entries(tableLayouts) as [TableSource, TableLayoutOf][];
  const found = sources.find(([, { marks }]) =>
    marks.some((mark) => mark.every((title) => present.has(normalizeForComparison(title)))),
  );
  return found?.[0] ?? "table";
}

/** Number of titles known to any program; finds the row with the titles below those that Planner puts above it. */
export const countCardTitles = (titles: readonly string[]): number =>
  titles.filter((title) => knownTitles.has(normalizeForComparison(title))).length;

const knownTitles = new Set(
  Object.values(tableLayouts).flatMap(({ roles }) => Object.values(roles).flat().map(normalizeForComparison)),
);

/** The role of each column, by position; null for columns that nothing reads. */
export function rolesOfTitles(source: TableSource, titles: readonly string[]): (CardRole | null)[] {
  const roleOfTitle = new Map(
    Object.entries(tableLayouts[source].roles).flatMap(([role, names]) =>
      names.map((name) => [normalizeForComparison(name), role as CardRole] as const),
    ),
  );
  return titles.map((title) => {
    const role = roleOfTitle.get(normalizeForComparison(title));
    if (role) return role;
    if (source !== "jira") return source === "table" || title.trim() === "" ? null : "field";
    if (/^(?:Outward|Inward) issue link \(/.test(title)) return "link";
    return title.startsWith("Custom field (") ? "field" : null;
  });
}
