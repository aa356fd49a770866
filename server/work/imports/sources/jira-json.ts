import { escapeAttribute, escapeText } from "../../../platform/rich-text/escape";
import { columnKindOf } from "../column-kinds";
import { htmlOfDocument } from "../document-format";
import { type ImportedBoard, type ImportedColumn, type ImportedComment, LossCounter } from "../imported-board";
import { instantOf, isRecord, numberOf, recordsOf, textOf, textsOf } from "../json";
import { type ListChange, movesOfChanges } from "../list-changes";
import { toneAt } from "../tones";
import { htmlOfWikiMarkup } from "../wiki-markup";
import { type IssueFieldInfo, isEpicLink, readIssueFields } from "./jira-fields";
import { linkCards, type UnlinkedCard } from "./table-links";
import { priorityOf } from "./table-values";

type Json = Record<string, unknown>;

/** The issues of a search, with the names and kinds of their custom fields if the answer has them. */
export interface IssueFile {
  issues: Json[];
  info: IssueFieldInfo;
}

/** Reads an answer of Jira's search, or a list of issues; null if it is neither. */
export function issuesOf(content: unknown): IssueFile | null {
  const list = Array.isArray(content)
    ? content
    : isRecord(content)
      ? (content.issues ?? (content.fields ? [content] : null))
      : null;
  const issues = recordsOf(list).filter(({ key, fields }) => textOf(key) !== null && isRecord(fields));
  const [names, schema] = isRecord(content) ? [content.names, content.schema] : [];
  const info = { names: isRecord(names) ? names : {}, schema: isRecord(schema) ? schema : {} };
  return issues.length > 0 ? { issues, info } : null;
}

const startDateId = "customfield_10015";

/** Reads issues as Jira's REST API returns them, with texts as documents (ADF) or wiki markup. */
export function readJiraIssues({ issues, info }: IssueFile, title: string): ImportedBoard {
  return new IssueReader(issues, info).read(title);
}

class IssueReader {
  private readonly losses = new LossCounter();
  private readonly columns = new Map<string, ImportedColumn>();
  private readonly tags = new Map<string, string>();
  private readonly people = new Map<string, { id: string; name: string; email: string | null }>();

  private readonly epicLinkIds: readonly string[];

  constructor(
    private readonly issues: readonly Json[],
    private readonly info: IssueFieldInfo,
  ) {
    const ids = new Set(issues.flatMap(({ fields }) => Object.keys(fields as Json)));
    this.epicLinkIds = [...ids].filter((id) => isEpicLink(id, info));
  }

  read(title: string): ImportedBoard {
    const read = readIssueFields(this.issues, this.info, new Set([...this.epicLinkIds, startDateId]), this.losses);
    const { cards, fields } = linkCards(
      this.issues.map((issue, at) => ({ ...this.readIssue(issue), values: read.values[at] ?? new Map() })),
      read.fields,
      this.losses,
    );
    const order = { todo: 0, doing: 1, done: 2 };
    return {
      source: "jira",
      sourceId: null,
      title: this.projectName() ?? title,
      columns: [...this.columns.values()].toSorted((a, b) => order[a.kind] - order[b.kind]),
      tags: [...this.tags].map(([id, name], at) => ({ id, name, color: toneAt(at) })),
      people: [...this.people.values()],
      fields,
      cards,
      losses: this.losses.list(),
    };
  }

  /** The name of the project if all issues belong to the same one. */
  private projectName(): string | null {
    const projects = this.issues.map(({ fields }) => (fields as Json).project);
    const names = new Set(projects.map((project) => (isRecord(project) ? textOf(project.name) : null)));
    const [name] = names;
    return names.size === 1 && name !== undefined ? name : null;
  }

  private readIssue(issue: Json): UnlinkedCard {
    const key = textOf(issue.key) as string;
    const fields = issue.fields as Json;
    const assignee = this.personOf(fields.assignee);
    const parent = isRecord(fields.parent) ? textOf(fields.parent.key) : null;
    const seconds = numberOf(fields.timeoriginalestimate);
    const links = linksOf(fields.issuelinks);
    return {
      id: textOf(issue.id) ?? key,
      key,
      title: textOf(fields.summary) ?? key,
      description: this.describe(fields, links.others),
      columnId: this.columnOf(fields.status),
      isArchived: false,
      priority: this.priorityOf(fields.priority),
      startDay: textOf(fields[startDateId]),
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
      completedAt: instantOf(fields.resolutiondate),
      moves: movesOfChanges(statusChangesOf(issue.changelog), instantOf(fields.created)),
      subtasks: [],
      comments: this.commentsOf(fields.comment),
      values: new Map(),
      blockerIds: [],
      links: {
        blockedBy: links.blockedBy,
        blocks: links.blocks,
        parents: [parent, ...this.epicLinkIds.map((id) => textOf(fields[id]))].flatMap((name) => name ?? []),
        parentTitle: null,
        hasColumn: true,
      },
    };
  }

  private priorityOf(value: unknown): UnlinkedCard["priority"] {
    const name = isRecord(value) ? textOf(value.name) : null;
    const priority = name === null ? "medium" : priorityOf(name);
    if (priority === null) this.losses.add("unreadable", "Priority");
    return priority ?? "medium";
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
    const id = listIdOf(title);
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

  /** The description with other links and the names of files, which have no other place. */
  private describe(fields: Json, links: readonly string[]): string | null {
    const files = recordsOf(fields.attachment).map(({ filename, content }) => {
      const [name, address] = [textOf(filename) ?? "", textOf(content)];
      return address
        ? `<li><a href="${escapeAttribute(address)}">${escapeText(name || address)}</a></li>`
        : `<li>${escapeText(name)}</li>`;
    });
    this.losses.add("filesWithoutContent", null, files.length);
    const list = [...links.map((link) => `<li>${escapeText(link)}</li>`), ...files];
    this.losses.add("unread", "Log Work", isRecord(fields.worklog) ? (numberOf(fields.worklog.total) ?? 0) : 0);
    return this.htmlOf(fields.description ?? "") + (list.length > 0 ? `<ul>${list.join("")}</ul>` : "") || null;
  }
}

/** Links of the kind "blocks" by the key of the other issue, and others as texts such as "relates to: AB-4". */
function linksOf(links: unknown): { blockedBy: string[]; blocks: string[]; others: string[] } {
  const found: ReturnType<typeof linksOf> = { blockedBy: [], blocks: [], others: [] };
  for (const { type, inwardIssue, outwardIssue } of recordsOf(links)) {
    const kind = isRecord(type) ? type : {};
    const isBlocking = /block/i.test(textOf(kind.name) ?? "");
    const [inward, outward] = [inwardIssue, outwardIssue].map((issue) => (isRecord(issue) ? textOf(issue.key) : null));
    if (inward && isBlocking) found.blockedBy.push(inward);
    else if (inward) found.others.push(`${textOf(kind.inward) ?? textOf(kind.name) ?? "–"}: ${inward}`);
    if (outward && isBlocking) found.blocks.push(outward);
    else if (outward) found.others.push(`${textOf(kind.outward) ?? textOf(kind.name) ?? "–"}: ${outward}`);
  }
  return found;
}

const listIdOf = (status: string): string => (status === "" ? "none:" : `list:${status}`);

/** Changes of the status by name, with `expand=changelog`. */
const statusChangesOf = (changelog: unknown): ListChange[] =>
  recordsOf(isRecord(changelog) ? changelog.histories : []).flatMap(({ created, items }) =>
    recordsOf(items).flatMap((item) => {
      const at = instantOf(created);
      const [before, after] = [textOf(item.fromString), textOf(item["toString"])];
      return item.field === "status" && at && before && after
        ? [{ at, before: listIdOf(before), after: listIdOf(after) }]
        : [];
    }),
  );
