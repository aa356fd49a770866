import { escapeAttribute, escapeText } from "../../../platform/rich-text/escape";
import { removeFormulaGuard } from "../../../../shared/kernel/text/csv";
import { columnKindOf } from "../column-kinds";
import {
  type ImportedBoard,
  type ImportedCard,
  type ImportedColumn,
  type ImportedComment,
  type ImportedSubtask,
  LossCounter,
} from "../imported-board";
import { htmlOfMarkdown } from "../markdown";
import { type TableSource, tableLayouts } from "../table-roles";
import type { CardRole } from "../../../../shared/work/imports/imports.schema";
import { toneAt } from "../tones";
import { htmlOfWikiMarkup } from "../wiki-markup";
import { type FieldColumn, readFields } from "./table-fields";
import { linkCards, type UnlinkedCard } from "./table-links";
import { DateColumn, priorityOf } from "./table-values";

export interface CardTable {
  source: TableSource;
  titles: readonly string[];
  /** By column; null for columns that nothing reads. */
  roles: readonly (CardRole | null)[];
  /** Texts of the cells, by row. */
  rows: readonly (readonly string[])[];
}

/**
 * Reads a board from a table with one card per row. Titles may occur several times (Jira repeats a column per value) and may be any text, so
 * columns are read by position.
 */
export function readTableBoard({ source, titles, roles, rows }: CardTable, title: string): ImportedBoard {
  return new TableReader(source, titles, roles, rows).read(title);
}

/** Column of cards that are done although their list isn't; named in the reader's language. */
const doneColumnId = "done:";
/** Column of cards without one. */
const noColumnId = "none:";

class TableReader {
  private readonly losses = new LossCounter();
  private readonly columnsOfRole = new Map<CardRole, number[]>();
  private readonly dates: DateColumn;
  private readonly columns = new Map<string, ImportedColumn>();
  private readonly rowsOfTitle = new Map<string, number>();
  private readonly tags = new Map<string, string>();
  private readonly people = new Map<string, { id: string; name: string; email: string | null }>();
  /** Ids of accounts by name, for columns that only have names. */
  private readonly idOfName = new Map<string, string>();

  constructor(
    private readonly source: TableSource,
    private readonly titles: readonly string[],
    private readonly roles: readonly (CardRole | null)[],
    private readonly rows: readonly (readonly string[])[],
  ) {
    roles.forEach((role, at) => {
      if (role) this.columnsOfRole.set(role, [...(this.columnsOfRole.get(role) ?? []), at]);
    });
    // All dates of a file are written in one order, so they are decided together.
    this.dates = new DateColumn(
      (["created", "start", "due", "completed"] as const).flatMap((role) => this.allCells(role)),
    );
  }

  read(title: string): ImportedBoard {
    this.collectPeople();
    const cards = this.rows
      .flatMap((row, at) => this.readCard(row, at) ?? [])
      .toSorted((one, other) => this.positionOf(one.row) - this.positionOf(other.row));
    const fieldColumns: FieldColumn[] = this.roles.flatMap((role, at) =>
      role === "field" ? [{ at, title: fieldTitle(this.titles[at] as string) }] : [],
    );
    const { fields, valuesOfRow } = readFields(fieldColumns, this.rows, this.losses);
    const read = cards.map(({ row, card }) => ({ ...card, values: valuesOfRow(row) }));
    const linked = linkCards(read, fields, this.losses);
    this.reportUnread();
    return {
      source: this.source,
      sourceId: null,
      title: this.boardTitle() ?? title,
      columns: this.sortedColumns(),
      tags: [...this.tags].map(([key, name], at) => ({ id: key, name, color: toneAt(at) })),
      people: [...this.people.values()],
      fields: linked.fields,
      cards: linked.cards,
      losses: this.losses.list(),
    };
  }

  private boardTitle(): string | null {
    const at = this.titles.findIndex((title) => title.trim() === tableLayouts[this.source].boardTitle);
    const names = new Set(this.rows.map((row) => row[at]?.trim() ?? ""));
    const [name] = names;
    return names.size === 1 && name ? removeFormulaGuard(name) : null;
  }

  private readCard(row: readonly string[], at: number): { row: number; card: UnlinkedCard } | null {
    const title = this.cell(row, "title");
    if (title === "") {
      this.losses.add("rowWithoutTitle");
      return null;
    }
    const key = this.cell(row, "key") || null;
    const card: UnlinkedCard = {
      id: this.cell(row, "id") || key || this.idOfTitle(title),
      key: key ?? githubNumber(this.cell(row, "id")),
      title: removeFormulaGuard(title),
      description: this.describe(row),
      columnId: this.columnOf(row),
      isArchived: this.cell(row, "archived") !== "",
      priority: this.priorityOf(row),
      startDay: this.dateOf(row, "start"),
      dueDay: this.dateOf(row, "due"),
      estimateMinutes: this.estimateOf(row),
      tagIds: this.tagsOf(row),
      personIds: this.assigneesOf(row),
      reporterId: this.personOf(this.cell(row, "reporterId"), this.cell(row, "reporter")),
      createdAt: this.instantOf(row, "created"),
      completedAt: this.instantOf(row, "completed"),
      subtasks: this.stepsOf(row),
      comments: this.cells(row, "comment").map((cell) => this.readComment(cell)),
      values: new Map(),
      blockerIds: [],
      links: {
        blockedBy: this.cells(row, "blockedBy").flatMap((cell) => this.split(cell)),
        blocks: this.cells(row, "blocks").flatMap((cell) => this.split(cell)),
        parents: this.cells(row, "parent"),
        parentTitle: this.cell(row, "parentTitle") || null,
        hasColumn: this.cell(row, "column") !== "",
      },
    };
    return { row: at, card };
  }

  /** Rows without an id are recognized by their title at a repeated import, and those of the same title by their order. */
  private idOfTitle(title: string): string {
    const count = (this.rowsOfTitle.get(title) ?? 0) + 1;
    this.rowsOfTitle.set(title, count);
    return `row:${count}:${title}`;
  }

  /** Rows without a position keep their order. */
  private positionOf(row: number): number {
    return Number(this.cell(this.rows[row] ?? [], "position")) || 0;
  }

  private allCells(role: CardRole): string[] {
    return this.rows.flatMap((row) => this.cells(row, role));
  }

  /** The filled cells of a role in a row. */
  private cells(row: readonly string[], role: CardRole): string[] {
    return (this.columnsOfRole.get(role) ?? []).flatMap((at) => row[at]?.trim() || []);
  }

  private cell(row: readonly string[], role: CardRole): string {
    return this.cells(row, role)[0] ?? "";
  }

  private split(cell: string): string[] {
    return cell.split(tableLayouts[this.source].listSeparator).flatMap((part) => part.trim() || []);
  }

  /** The column of the card's list; cards that are done leave a list that isn't a list of done cards. */
  private columnOf(row: readonly string[]): string {
    const title = this.cell(row, "column");
    const isCompleted = this.cell(row, "completed") !== "";
    const kind = title === "" ? "todo" : columnKindOf(title);
    if (isCompleted && kind !== "done") return this.addColumn(doneColumnId, "", "done");
    return title === "" ? this.addColumn(noColumnId, "", "todo") : this.addColumn(`list:${title}`, title, kind);
  }

  private addColumn(id: string, title: string, kind: ImportedColumn["kind"]): string {
    if (!this.columns.has(id)) this.columns.set(id, { id, title, isClosed: false, kind });
    return id;
  }

  /** In the order of their kinds; files list cards in any order. Planner and Asana list sections in theirs, which is kept within a kind. */
  private sortedColumns(): ImportedColumn[] {
    const order = { todo: 0, doing: 1, done: 2 };
    return [...this.columns.values()].toSorted((a, b) => order[a.kind] - order[b.kind]);
  }

  private priorityOf(row: readonly string[]): ImportedCard["priority"] {
    const word = this.cell(row, "priority");
    const priority = word === "" ? "medium" : priorityOf(word);
    if (priority === null) this.losses.add("unreadable", this.titleOfRole("priority"));
    return priority ?? "medium";
  }

  private dateOf(row: readonly string[], role: "start" | "due"): string | null {
    const cell = this.cell(row, role);
    const date = cell === "" ? null : this.dates.dateOf(cell);
    if (cell !== "" && date === null) this.losses.add("unreadable", this.titleOfRole(role));
    return date;
  }

  private instantOf(row: readonly string[], role: "created" | "completed"): string | null {
    const cell = this.cell(row, role);
    return cell === "" ? null : this.dates.instantOf(cell);
  }

  private titleOfRole(role: CardRole): string {
    return this.titles[this.columnsOfRole.get(role)?.[0] ?? -1] ?? role;
  }

  private estimateOf(row: readonly string[]): number | null {
    const seconds = Number(this.cell(row, "estimateSeconds"));
    const hours = Number(this.cell(row, "estimateHours").replace(",", "."));
    const minutes = Math.round(seconds / 60 || hours * 60);
    return Number.isFinite(minutes) && minutes >= 1 ? minutes : null;
  }

  private tagsOf(row: readonly string[]): string[] {
    const names = this.cells(row, "tags").flatMap((cell) => this.split(cell));
    const keys = names.map((name) => {
      const key = name.toLowerCase();
      if (!this.tags.has(key)) this.tags.set(key, name);
      return key;
    });
    return [...new Set(keys)];
  }

  private collectPeople(): void {
    for (const row of this.rows) {
      for (const [nameRole, idRole] of [
        ["assignee", "assigneeId"],
        ["reporter", "reporterId"],
      ] as const) {
        const [name, id] = [this.cell(row, nameRole), this.cell(row, idRole)];
        if (name !== "" && id !== "") this.idOfName.set(name, id);
      }
    }
  }

  private personOf(accountId: string, name: string, email: string | null = null): string | null {
    const id = accountId || this.idOfName.get(name) || name;
    if (id === "") return null;
    const person = this.people.get(id);
    const address = email ?? (name.includes("@") ? name : null);
    if (!person) this.people.set(id, { id, name: name || id, email: address });
    else if (person.name === id && name !== "") person.name = name;
    if (person && address) person.email ??= address;
    return id;
  }

  private assigneesOf(row: readonly string[]): string[] {
    const [cell, id, email] = [
      this.cell(row, "assignee"),
      this.cell(row, "assigneeId"),
      this.cell(row, "assigneeEmail"),
    ];
    const hasOne = this.source === "jira" || this.source === "asana" || this.source === "kanboard";
    const names = hasOne ? [cell] : this.split(cell);
    if (names.length === 0 && email === "") return [];
    if (names.length <= 1) return [this.personOf(id, names[0] ?? email, email || null) ?? []].flat();
    return names.flatMap((name) => this.personOf("", name) ?? []);
  }

  /** Planner names all steps, but only the number of those that are done. */
  private stepsOf(row: readonly string[]): ImportedSubtask[] {
    const names = this.cells(row, "steps").flatMap((cell) => this.split(cell));
    const [done = 0, total = 0] = (this.cell(row, "stepsDone").match(/\d+/g) ?? []).map(Number);
    const isCompleted = names.length > 0 && done === total && total === names.length;
    if (!isCompleted) this.losses.add("stepsUnknown", null, Math.min(done, names.length));
    return names.map((name) => ({ name: removeFormulaGuard(name), isCompleted, dueDay: null, personId: null }));
  }

  /** `date;author;text`; the text may contain semicolons. */
  private readComment(cell: string): ImportedComment {
    const match = /^([^;]*);([^;]*);([\s\S]*)$/.exec(cell);
    if (!match) return { id: null, personId: null, at: null, body: this.htmlOf(cell) };
    const [, date = "", author = "", text = ""] = match;
    const at = new DateColumn([date]).instantOf(date);
    return { id: null, personId: this.personOf("", author.trim()), at, body: this.htmlOf(text) };
  }

  private htmlOf(text: string): string {
    const { markup } = tableLayouts[this.source];
    if (markup === "markdown") return htmlOfMarkdown(text);
    if (markup === "wiki") return htmlOfWikiMarkup(text, (id) => this.people.get(id)?.name);
    return text
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escapeText(paragraph).replaceAll("\n", "<br>")}</p>`)
      .join("");
  }

  /** The description with the names of files and with links that aren't dependencies, which have no other place. */
  private describe(row: readonly string[]): string | null {
    const text = removeFormulaGuard(this.cell(row, "description"));
    const files = this.cells(row, "attachment").map(fileLink);
    this.losses.add("filesWithoutContent", null, files.length);
    const links = (this.columnsOfRole.get("link") ?? []).flatMap((at) => {
      const cell = row[at]?.trim();
      return cell ? [`<li>${escapeText(`${linkTitle(this.titles[at] as string)}: ${cell}`)}</li>`] : [];
    });
    const address = this.source === "github" ? this.cell(row, "id") : "";
    const origin = address === "" ? [] : [`<li><a href="${escapeAttribute(address)}">${escapeText(address)}</a></li>`];
    const list = [...origin, ...links, ...files];
    const html = (text === "" ? "" : this.htmlOf(text)) + (list.length > 0 ? `<ul>${list.join("")}</ul>` : "");
    return html || null;
  }

  /** Each column that nothing reads is reported once with the number of its values, also if its title is repeated. */
  private reportUnread(): void {
    this.roles.forEach((role, at) => {
      if (role !== null) return;
      const count = this.rows.filter((row) => (row[at] ?? "").trim() !== "").length;
      this.losses.add("unread", this.titles[at] || `${at + 1}`, count);
    });
  }
}

/** `Custom field (Size)` is the field "Size". */
const fieldTitle = (title: string): string => /^Custom field \((.+)\)$/.exec(title)?.[1] ?? title;

/** `Outward issue link (Relates)` is "Relates". */
const linkTitle = (title: string): string => /^(?:Outward|Inward) issue link \((.+)\)$/.exec(title)?.[1] ?? title;

const githubNumber = (address: string): string | null => {
  const number = /\/(?:issues|pull)\/(\d+)$/.exec(address)?.[1];
  return number === undefined ? null : `#${number}`;
};

/** `date;author;name;address`; the name may contain semicolons. */
function fileLink(cell: string): string {
  const [, name = cell, address] = /^[^;]*;[^;]*;(.*);(https?:\/\/\S+)$/.exec(cell) ?? [];
  const text = escapeText(name);
  return `<li>${address === undefined ? text : `<a href="${escapeAttribute(address)}">${text}</a>`}</li>`;
}
