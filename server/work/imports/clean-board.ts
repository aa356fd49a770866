import { maxColumnTitleLength, maxDescriptionLength, maxTitleLength } from "../../../shared/work/tasks/tasks.fields";
import { maxCommentLength } from "../../../shared/work/comments/comments.schema";
import {
  maxFieldsPerProject,
  maxFieldTitleLength,
  maxLinkLength,
  maxNumberValue,
  maxOptions,
  maxOptionTitleLength,
  maxTextValueLength,
} from "../../../shared/work/fields/fields.schema";
import { maxProjectTitleLength, maxTagNameLength } from "../../../shared/work/projects/projects.schema";
import { maxSubtaskNameLength, maxSubtasks } from "../../../shared/work/tasks/subtasks.schema";
import { oneLine } from "../../../shared/kernel/fields";
import { sanitizeRichText } from "../../platform/rich-text/rich-text";
import { maxTags } from "../projects/tags.limits";
import { cardListLimits } from "../tasks/card-lists.limits";
import { maxBlockers } from "../tasks/tasks.dependency-cycles";
import {
  type ImportedBoard,
  type ImportedCard,
  type ImportedField,
  type ImportedParts,
  type ImportedSettings,
  type ImportedTag,
  type ImportedValue,
  LossCounter,
} from "./imported-board";

/** Maximum number of comments of a card. */
const maxComments = 10_000;
const maxProjectDescriptionLength = 20_000;

/** Makes the texts safe and fits everything into the limits of this product; what is shortened is counted. */
export function cleanBoard(board: ImportedBoard): ImportedBoard {
  const losses = new LossCounter(board.losses);
  const cleaner = new Cleaner(losses, board.fields);
  return {
    ...board,
    title: cleaner.line(board.title, maxProjectTitleLength),
    ...(board.settings && { settings: cleaner.settings(board.settings) }),
    ...(board.parts && { parts: cleaner.parts(board.parts) }),
    columns: board.columns.map((column) => ({ ...column, title: cleaner.line(column.title, maxColumnTitleLength) })),
    tags: cleaner.tags(board.tags),
    people: board.people.map((person) => ({ ...person, name: cleaner.line(person.name, 120) })),
    fields: board.fields.slice(0, maxFieldsPerProject).map((field) => cleaner.field(field)),
    cards: board.cards.map((card) => cleaner.card(card)),
    losses: losses.list(),
  };
}

type CardList = "users" | "tags" | "blockers";

class Cleaner {
  /** Links that the cards of the board may still have. */
  private readonly remainingLinks: Record<CardList, number> = {
    users: cardListLimits.users,
    tags: cardListLimits.tags,
    blockers: maxBlockers,
  };
  private readonly fields: ReadonlyMap<string, ImportedField>;
  private readonly titlesOfFields: ReadonlyMap<string, string>;

  constructor(
    private readonly losses: LossCounter,
    fields: readonly ImportedField[],
  ) {
    this.fields = new Map(fields.slice(0, maxFieldsPerProject).map((field) => [field.id, field]));
    this.titlesOfFields = new Map(fields.map(({ id, title }) => [id, title]));
  }

  tags(tags: readonly ImportedTag[]): ImportedTag[] {
    this.losses.add("tooMany", null, tags.length - maxTags);
    return tags.slice(0, maxTags).map((tag) => ({ ...tag, name: this.line(tag.name, maxTagNameLength) }));
  }

  /** Deleted options aren't limited, because tasks may have them. */
  field(field: ImportedField): ImportedField {
    const title = this.line(field.title, maxFieldTitleLength);
    const choosable = field.options.filter(({ isDeleted }) => !isDeleted);
    this.losses.add("tooMany", title, choosable.length - maxOptions);
    const surplus = new Set(choosable.slice(maxOptions));
    const options = field.options.filter((option) => !surplus.has(option));
    return {
      ...field,
      title,
      options: options.map((option) => ({ ...option, title: this.line(option.title, maxOptionTitleLength) })),
    };
  }

  line(text: string, maxLength: number): string {
    const line = oneLine(text).trim();
    if (line.length <= maxLength) return line;
    this.losses.add("shortened");
    // Doesn't cut a character of two code units in half.
    return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
  }

  settings(settings: ImportedSettings): ImportedSettings {
    const { description } = settings;
    return { ...settings, description: description && (this.html(description, maxProjectDescriptionLength) || null) };
  }

  parts({ views, task_templates, series }: ImportedParts): ImportedParts {
    const description = (html: string | null) => html && (this.html(html, maxDescriptionLength) || null);
    return {
      views,
      task_templates: task_templates.map((template) => ({
        ...template,
        content: { ...template.content, description: description(template.content.description) },
      })),
      series: series.map((one) => ({
        ...one,
        task: {
          ...one.task,
          description: description(one.task.description),
          values: new Map([...one.task.values].flatMap(([id, value]) => this.value(id, value))),
        },
      })),
    };
  }

  card(card: ImportedCard): ImportedCard {
    if (card.subtasks.length > maxSubtasks || card.comments.length > maxComments)
      this.losses.add("shortened", card.key);
    return {
      ...card,
      title: this.line(card.title, maxTitleLength) || "–",
      description: card.description === null ? null : this.html(card.description, maxDescriptionLength) || null,
      subtasks: card.subtasks
        .slice(0, maxSubtasks)
        .map((subtask) => ({ ...subtask, name: this.line(subtask.name, maxSubtaskNameLength) })),
      comments: card.comments.slice(0, maxComments).flatMap((comment) => {
        const body = this.html(comment.body, maxCommentLength);
        return body === "" ? [] : [{ ...comment, body }];
      }),
      values: new Map([...card.values].flatMap(([id, value]) => this.value(id, value))),
      tagIds: this.links("tags", card.tagIds),
      personIds: this.links("users", card.personIds),
      blockerIds: this.links("blockers", card.blockerIds),
    };
  }

  /** A list of a card, until the board has as many links as a project may have. */
  private links(list: CardList, ids: readonly string[]): string[] {
    const distinctIds = [...new Set(ids)];
    const accepted = distinctIds.slice(0, this.remainingLinks[list]);
    this.remainingLinks[list] -= accepted.length;
    this.losses.add("tooMany", null, distinctIds.length - accepted.length);
    return accepted;
  }

  /** A text that is too long keeps its words without marks, because cutting HTML would break it. */
  private html(html: string, maxLength: number): string {
    const clean = sanitizeRichText(html);
    if (clean.length <= maxLength) return clean;
    this.losses.add("shortened");
    const plain = clean.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    return `<p>${plain.slice(0, maxLength - 20).replace(/&[^;]*$/, "")}…</p>`;
  }

  private value(id: string, value: ImportedValue): [string, ImportedValue][] {
    const field = this.fields.get(id);
    if (!field) {
      const title = this.titlesOfFields.get(id) ?? null;
      this.losses.add(title === null ? "unreadable" : "unread", title);
      return [];
    }
    if (field.kind === "text") return [[id, this.line(String(value), maxTextValueLength)]];
    const isValid =
      field.kind === "link"
        ? String(value).length <= maxLinkLength
        : field.kind !== "number" || Math.abs(Number(value)) <= maxNumberValue;
    if (isValid) return [[id, value]];
    this.losses.add("unreadable", field.title);
    return [];
  }
}
