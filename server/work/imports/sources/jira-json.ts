import { escapeAttribute, escapeText } from "../../../platform/rich-text/escape";
import { columnKindOf } from "../column-kinds";
import { htmlOfDocument } from "../document-format";
import { type ImportedBoard, type ImportedColumn, type ImportedComment, LossCounter } from "../imported-board";
import { instantOf, isRecord, numberOf, recordsOf, textOf, textsOf } from "../json";
import { toneAt } from "../tones";
import { htmlOfWikiMarkup } from "../wiki-markup";
import { linkCards, type UnlinkedCard } from "./table-links";
import { priorityOf } from "./table-values";

type Json = Record<string, unknown>;

/** The issues of an answer of Jira's search, or of a list of issues; null if it is neither. */
export function issuesOf(content: unknown): Json[] | null {
  const list = Array.isArray(content)
    ? content
    : isRecord(content)
      ? (content.issues ?? (content.fields ? [content] : null))
      : null;
  const issues = recordsOf(list).filter(({ key, fields }) => textOf(key) !== null && isRecord(fields));
  return issues.length > 0 ? issues : null;
}

/** Key of the epic in Jira before "parent" held it. */
const epicLink = "customfield_10014";

/** Reads issues as Jira's REST API returns them, with texts as documents (ADF) or wiki markup. */
export function readJiraIssues(issues: readonly Json[], title: string): ImportedBoard {
  return new IssueReader(issues).read(title);
}

class IssueReader {
  private readonly losses = new LossCounter();
  private readonly columns = new Map<string, ImportedColumn>();
  private readonly tags = new Map<string, string>();
  private readonly people = new Map<string, { id: string; name: string; email: string | null }>();

  constructor(private readonly issues: readonly Json[]) {}

  read(title: string): ImportedBoard {
    const { cards, fields } = linkCards(
      this.issues.map((issue) => this.readIssue(issue)),
      [],
      this.losses,
    );
    const order = { todo: 0, doing: 1, done: 2 };
    return {
      source: "jira",
      sourceId: null,
      title,
      columns: [...this.columns.values()].toSorted((a, b) => order[a.kind] - order[b.kind]),
      tags: [...this.tags].map(([id, name], at) => ({ id, name, color: toneAt(at) })),
      people: [...this.people.values()],
      fields,
      cards,
      losses: this.losses.list(),
    };
  }

  private readIssue(issue: Json): UnlinkedCard {
    const key = textOf(issue.key) as string;
    const fields = issue.fields as Json;
    const priority = isRecord(fields.priority) ? textOf(fields.priority.name) : null;
    const assignee = this.personOf(fields.assignee);
    const parent = isRecord(fields.parent) ? textOf(fields.parent.key) : null;
    const seconds = numberOf(fields.timeoriginalestimate);
    return {
      id: textOf(issue.id) ?? key,
      key,
      title: textOf(fields.summary) ?? key,
      description: this.describe(fields),
      columnId: this.columnOf(fields.status),
      isArchived: false,
      priority: (priority && priorityOf(priority)) || "medium",
      startDay: textOf(fields.customfield_10015),
      dueDay: textOf(fields.duedate),
      estimateMinutes: seconds !== null && seconds >= 60 ? Math.round(seconds / 60) : null,
      tagIds: [
        ...textsOf(fields.labels),
        ...recordsOf(fields.components).flatMap(({ name }) => textOf(name) ?? []),
      ].map((name) => {
        this.tags.set(name.toLowerCase(), this.tags.get(name.toLowerCase()) ?? name);
        return name.toLowerCase();
      }),
      personIds: assignee === null ? [] : [assignee],
      reporterId: this.personOf(fields.reporter),
      createdAt: instantOf(fields.created),
      subtasks: [],
      comments: this.commentsOf(fields.comment),
      values: new Map(),
      blockerIds: [],
      links: {
        ...linksOf(fields.issuelinks),
        parents: [parent, textOf(fields[epicLink])].flatMap((name) => name ?? []),
        parentTitle: null,
        hasColumn: true,
      },
    };
  }

  private columnOf(status: unknown): string {
    const title = (isRecord(status) && textOf(status.name)) || "";
    const category = isRecord(status) && isRecord(status.statusCategory) ? textOf(status.statusCategory.key) : null;
    const kind =
      category === "done"
        ? "done"
        : category === "indeterminate"
          ? "doing"
          : category === "new"
            ? "todo"
            : columnKindOf(title);
    const id = title === "" ? "none:" : `list:${title}`;
    if (!this.columns.has(id)) this.columns.set(id, { id, title, isClosed: false, kind });
    return id;
  }

  /** E-mail addresses are often hidden; an account without a name is known by its id. */
  private personOf(person: unknown): string | null {
    if (!isRecord(person)) return null;
    const id = textOf(person.accountId) ?? textOf(person.name) ?? textOf(person.key);
    if (id === null) return null;
    if (!this.people.has(id))
      this.people.set(id, { id, name: textOf(person.displayName) ?? id, email: textOf(person.emailAddress) });
    return id;
  }

  private commentsOf(comment: unknown): ImportedComment[] {
    const page = isRecord(comment) ? comment : {};
    const comments = recordsOf(page.comments).flatMap(({ id, author, body, created }): ImportedComment[] => {
      const html = this.htmlOf(body);
      return html === ""
        ? []
        : [{ id: textOf(id), personId: this.personOf(author), at: instantOf(created), body: html }];
    });
    // Comments come in pages, of which the file has the first.
    this.losses.add("commentsMissing", null, (numberOf(page.total) ?? 0) - recordsOf(page.comments).length);
    return comments;
  }

  private htmlOf(text: unknown): string {
    if (typeof text === "string") return htmlOfWikiMarkup(text, (id) => this.people.get(id)?.name);
    return htmlOfDocument(text, (type) => this.losses.add("unknownContent", type || "?"));
  }

  private describe(fields: Json): string | null {
    const files = recordsOf(fields.attachment).map(({ filename, content }) => {
      const [name, address] = [textOf(filename) ?? "", textOf(content)];
      return address
        ? `<li><a href="${escapeAttribute(address)}">${escapeText(name || address)}</a></li>`
        : `<li>${escapeText(name)}</li>`;
    });
    this.losses.add("filesWithoutContent", null, files.length);
    return this.htmlOf(fields.description ?? "") + (files.length > 0 ? `<ul>${files.join("")}</ul>` : "") || null;
  }
}

/** Links of the kind "blocks"; others are of no consequence here. */
function linksOf(links: unknown): { blockedBy: string[]; blocks: string[] } {
  const keys: { blockedBy: string[]; blocks: string[] } = { blockedBy: [], blocks: [] };
  for (const { type, inwardIssue, outwardIssue } of recordsOf(links)) {
    if (!isRecord(type) || !/block/i.test(textOf(type.name) ?? "")) continue;
    const [inward, outward] = [inwardIssue, outwardIssue].map((issue) => (isRecord(issue) ? textOf(issue.key) : null));
    if (inward) keys.blockedBy.push(inward);
    if (outward) keys.blocks.push(outward);
  }
  return keys;
}
