import { keepValidMentions, mapMentionIds } from "../../platform/rich-text/rich-text";
import type { Tx } from "../../platform/database/unit-of-work";
import { selectUserNames } from "./imports.sql";

export interface MentionNames {
  /** Users by person of the source. */
  users: ReadonlyMap<string, number>;
  names: ReadonlyMap<number, string>;
}

export async function readMentionNames(tx: Tx, users: ReadonlyMap<string, number>): Promise<MentionNames> {
  const rows = await tx.rows<{ id: number; fullname: string }>(selectUserNames, [[...users.values()]]);
  return { users, names: new Map(rows.map(({ id, fullname }) => [id, fullname])) };
}

/** Mentions of people without a user become text. Texts of other programs have no mentions. */
export function mapMentions(html: string, mentions: MentionNames | null): string {
  if (!mentions) return mapMentionIds(html, () => undefined);
  return keepValidMentions(
    mapMentionIds(html, (id) => mentions.users.get(String(id))),
    mentions.names,
  );
}
