import type { Tx } from "../../platform/database/unit-of-work";
import { maxBlockers } from "../tasks/tasks.dependency-cycles";
import { acyclicLinks } from "./acyclic-links";
import type { ComparableValues } from "./card-comparison";
import { blockerKeysOf, cardKeyOf } from "./card-values";
import type { ImportedBoard, ImportedCard, LossCounter } from "./imported-board";
import * as statements from "./imports.sql";
import * as updateStatements from "./update.sql";

interface DependencyInput {
  projectId: number;
  board: ImportedBoard;
  losses: LossCounter;
}

/** Dependencies that an update of a board adds or deletes, compared with the last import. */
export class DependencyUpdate {
  /** Ids of cards and of their new blockers. */
  private readonly newLinks: (readonly [string, string])[] = [];
  private readonly deletedLinks: { taskId: number; blockerKey: string }[] = [];

  constructor(
    private readonly tx: Tx,
    private readonly input: DependencyInput,
  ) {}

  /**
   * Collects the dependencies of a card that were added or deleted in the file since the last import. Imports of earlier versions didn't
   * record them.
   * @returns their number.
   */
  compare(card: ImportedCard, imported: ComparableValues, taskId: number): number {
    const lastKeys = imported.blockers as readonly string[] | undefined;
    if (!lastKeys) return 0;
    const existingKeys = new Set(lastKeys);
    const keys = new Set(blockerKeysOf(card));
    const newIds = card.blockerIds.filter((id) => !existingKeys.has(cardKeyOf({ id })));
    const deletedKeys = lastKeys.filter((key) => !keys.has(key));
    this.newLinks.push(...newIds.map((id) => [card.id, id] as const));
    this.deletedLinks.push(...deletedKeys.map((blockerKey) => ({ taskId, blockerKey })));
    return newIds.length + deletedKeys.length;
  }

  /**
   * Writes the collected dependencies and those of new cards.
   * @param taskIdOfKey tasks by key of their card, null if the task is deleted
   * @param taskIds tasks by id of their card, only those of cards that are in the file and in this project
   * @param newCardIds cards whose tasks the update has created
   */
  async write(
    taskIdOfKey: ReadonlyMap<string, number | null>,
    taskIds: ReadonlyMap<string, number>,
    newCardIds: ReadonlySet<string>,
  ): Promise<void> {
    await this.deleteLinks(taskIdOfKey);
    await this.addLinks(taskIds, newCardIds);
  }

  private async deleteLinks(taskIdOfKey: ReadonlyMap<string, number | null>): Promise<void> {
    const links = this.deletedLinks.flatMap(({ taskId, blockerKey }) => {
      const blockerId = taskIdOfKey.get(blockerKey);
      return blockerId == null ? [] : [{ taskId, blockerId }];
    });
    if (links.length === 0) return;
    const ids = [links.map(({ taskId }) => taskId), links.map(({ blockerId }) => blockerId)];
    await this.tx.rows(updateStatements.deleteBlockers, [this.input.projectId, ...ids]);
  }

  private async addLinks(taskIds: ReadonlyMap<string, number>, newCardIds: ReadonlySet<string>): Promise<void> {
    const { board, projectId, losses } = this.input;
    const newLinks = new Set(this.newLinks.map(([id, blocker]) => `${id} ${blocker}`));
    const links = board.cards.flatMap(({ id, blockerIds }) =>
      blockerIds
        .filter((blocker) => newCardIds.has(id) || newCardIds.has(blocker) || newLinks.has(`${id} ${blocker}`))
        .map((blocker) => [id, blocker] as const),
    );
    const insideLinks = links.flatMap(([id, blocker]) => {
      const [task, other] = [taskIds.get(id), taskIds.get(blocker)];
      return task === undefined || other === undefined ? [] : [[String(task), String(other)] as const];
    });
    losses.add("linkOutside", null, links.length - insideLinks.length);
    if (insideLinks.length === 0) return;
    const rows = await this.tx.rows<{ task_id: number; blocker_id: number }>(updateStatements.selectBlockers, [
      projectId,
    ]);
    const existingLinks = rows.map(({ task_id, blocker_id }) => [String(task_id), String(blocker_id)] as const);
    const { acyclic, cyclicCount } = acyclicLinks(insideLinks, existingLinks);
    losses.add("cycle", null, cyclicCount);
    const addedLinks = acyclic.slice(0, Math.max(0, maxBlockers - existingLinks.length));
    losses.add("tooMany", null, acyclic.length - addedLinks.length);
    const ids = [addedLinks.map(([task]) => Number(task)), addedLinks.map(([, blocker]) => Number(blocker))];
    if (addedLinks.length > 0) await this.tx.rows(statements.insertBlockers, [projectId, ...ids]);
  }
}
