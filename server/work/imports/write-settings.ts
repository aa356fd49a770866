import type { ProjectRole } from "../../../shared/kernel/permissions";
import type { Tx } from "../../platform/database/unit-of-work";
import type { ImportedField, ImportedPerson, ImportedSettings, LossCounter } from "./imported-board";
import * as statements from "./imports.sql";
import { mapMentions, type MentionNames } from "./mentions";

/** The settings of an exported project as input of a new one. A budget in another currency is left out. */
export async function presentSettings(
  tx: Tx,
  { description, color, startDay, endDay, status, budget }: ImportedSettings,
  mentions: MentionNames | null,
  losses: LossCounter,
) {
  const own = budget && (await tx.one<{ currency: string }>(statements.selectCurrency));
  const isSameCurrency = own?.currency === budget?.currency;
  if (!isSameCurrency) losses.add("otherCurrency", budget?.currency ?? null);
  return {
    description: description && mapMentions(description, mentions),
    color,
    start_date: startDay,
    end_date: endDay,
    status,
    budget: isSameCurrency ? budget?.amount : null,
  };
}

/** The role of the first person of the file assigned to the user; undefined for the default. */
export function roleOfUser(
  people: readonly ImportedPerson[],
  users: ReadonlyMap<string, number>,
  userId: number,
): ProjectRole | undefined {
  return people.find(({ id, role }) => role && users.get(id) === userId)?.role ?? undefined;
}

/**
 * Writes the deleted options of a field between those that can be chosen.
 * @returns their ids by option of the source.
 */
export async function writeDeletedOptions(
  tx: Tx,
  fieldId: number,
  options: ImportedField["options"],
  optionIds: ReadonlyMap<string, number>,
): Promise<[string, number][]> {
  if (!options.some(({ isDeleted }) => isDeleted)) return [];
  const sent = options.filter(({ id, isDeleted }) => isDeleted || optionIds.has(id));
  const rows = await tx.rows<{ id: number; place: number }>(statements.insertDeletedOptions, [
    fieldId,
    JSON.stringify(sent.map(({ id, title, color }) => ({ id: optionIds.get(id), title, color }))),
  ]);
  return rows.map(({ id, place }) => [sent[place - 1]?.id as string, id]);
}
