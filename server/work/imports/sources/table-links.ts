import { groupBy } from "../../../../shared/kernel/group-by";
import { maxFieldsPerProject, maxOptionTitleLength } from "../../../../shared/work/fields/fields.schema";
import type { ImportedCard, ImportedField, LossCounter } from "../imported-board";
import { toneAt } from "../tones";

/** References to other cards as the table has them: ids, keys or titles. */
export interface CardLinks {
  blockedBy: string[];
  blocks: string[];
  /** The first one that names a card counts: programs have several columns for parents. */
  parents: string[];
  parentTitle: string | null;
  /** A subtask without a list of its own is a step of its parent. */
  hasColumn: boolean;
}

export interface UnlinkedCard extends ImportedCard {
  links: CardLinks;
}

const parentFieldId = "field:parent";
/** Epics with their stories are lanes of the board up to this number; above it the parent is a text. */
const mostParents = 50;

/**
 * Resolves the references between cards. Dependencies become blockers. The parent of a card becomes the field "Parent", by which the board
 * can be grouped, or the card becomes a step of the parent if it is on no list.
 */
export function linkCards(
  cards: readonly UnlinkedCard[],
  fields: readonly ImportedField[],
  losses: LossCounter,
): { cards: ImportedCard[]; fields: ImportedField[] } {
  const index = new CardIndex(cards, losses);
  for (const card of cards) {
    for (const name of card.links.blockedBy) {
      const blocker = index.find(name);
      if (blocker) addBlocker(card, blocker);
    }
    for (const name of card.links.blocks) {
      const blocked = index.find(name);
      if (blocked) addBlocker(blocked, card);
    }
  }
  const steps = new Set<UnlinkedCard>();
  const parentTitles = new Map<UnlinkedCard, string>();
  for (const card of cards) {
    const { parents, parentTitle, hasColumn } = card.links;
    if (parentTitle !== null) {
      const parent = index.find(parentTitle);
      if (parent && parent !== card && !hasColumn) addStep(parent, card, steps, losses);
      else parentTitles.set(card, parentTitle);
    } else if (parents.length > 0) {
      const parent = parents.map((name) => index.lookUp(name)).find((found) => found && found !== card);
      if (!parent) index.find(parents[0] as string);
      parentTitles.set(card, parent ? titleOf(parent) : (parents[0] as string));
    }
  }
  const boardCards = cards.filter((card) => !steps.has(card));
  const field = parentField(boardCards.flatMap((card) => parentTitles.get(card) ?? []));
  const allFields = field ? [field, ...fields] : fields;
  for (const { id, title } of allFields.slice(maxFieldsPerProject))
    losses.add("unread", title, cards.filter(({ values }) => values.has(id)).length);
  return {
    fields: allFields.slice(0, maxFieldsPerProject),
    cards: boardCards.map((card) => withParent(card, field, parentTitles.get(card))),
  };
}

class CardIndex {
  private readonly byName = new Map<string, UnlinkedCard>();
  private readonly byTitle: ReadonlyMap<string, readonly UnlinkedCard[]>;

  constructor(
    cards: readonly UnlinkedCard[],
    private readonly losses: LossCounter,
  ) {
    for (const card of cards) {
      for (const name of [card.id, card.key]) if (name && !this.byName.has(name)) this.byName.set(name, card);
    }
    this.byTitle = groupBy(cards, ({ title }) => title);
  }

  /** By id, key, or a title that only one card has. */
  lookUp(name: string): UnlinkedCard | undefined {
    const titled = this.byTitle.get(name) ?? [];
    return this.byName.get(name) ?? (titled.length === 1 ? titled[0] : undefined);
  }

  /** Counts a reference that isn't resolved. */
  find(name: string): UnlinkedCard | undefined {
    const found = this.lookUp(name);
    if (!found) this.losses.add(this.byTitle.has(name) ? "ambiguousLink" : "linkOutside", name);
    return found;
  }
}

function addBlocker(card: UnlinkedCard, blocker: UnlinkedCard): void {
  if (card !== blocker && !card.blockerIds.includes(blocker.id)) card.blockerIds.push(blocker.id);
}

/** A step keeps its title, date, person and state; what a step can't have is counted. */
function addStep(parent: UnlinkedCard, card: UnlinkedCard, steps: Set<UnlinkedCard>, losses: LossCounter): void {
  steps.add(card);
  const isCompleted = card.columnId === "done:";
  parent.subtasks.push({ name: card.title, isCompleted, dueDay: card.dueDay, personId: card.personIds[0] ?? null });
  if (card.description !== null || card.comments.length > 0) losses.add("shortened", card.title);
}

const titleOf = ({ key, title }: ImportedCard): string => (key ? `${key} ${title}` : title);

function parentField(titles: readonly string[]): ImportedField | null {
  if (titles.length === 0) return null;
  const distinct = [...new Set(titles)];
  if (distinct.length > mostParents) return { id: parentFieldId, title: "", kind: "text", options: [] };
  const options = distinct.map((title, at) => ({
    id: title,
    title: title.slice(0, maxOptionTitleLength),
    color: toneAt(at),
  }));
  return { id: parentFieldId, title: "", kind: "choice", options };
}

function withParent({ links: _, ...card }: UnlinkedCard, field: ImportedField | null, title?: string): ImportedCard {
  if (!field || title === undefined) return card;
  return { ...card, values: new Map([...card.values, [field.id, title]]) };
}
