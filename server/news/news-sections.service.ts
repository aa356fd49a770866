import type { InferType } from "yup";
import type { Language } from "../../shared/kernel/languages";
import { Problem } from "../../shared/kernel/problems";
import { type Named, tidyNames } from "../../shared/kernel/translations";
import type { newsSectionSchema } from "../../shared/news/news.schema";
import { unlessTaken } from "../platform/database/constraints";
import { requireRoomFor } from "../platform/database/room-for";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { presentSection } from "./news.present";

type Input = InferType<typeof newsSectionSchema>;
type SectionRow = Named & { id: number; article_count: number };

const rules = { news_section_name_once: "name" } as const;

const sections = sql(
  "newsSections.all",
  `SELECT s.id, s.name, s.translations, (SELECT count(*)::int FROM news_article a
     WHERE a.tenant_id = s.tenant_id AND a.section_id = s.id) AS article_count
   FROM news_section s WHERE s.tenant_id = current_tenant() ORDER BY s.sort_order, s.id`,
);
const insert = sql(
  "newsSections.insert",
  `INSERT INTO news_section (tenant_id, name, translations, sort_order)
   SELECT current_tenant(), $1, $2, COALESCE(max(sort_order), 0) + 1 FROM news_section WHERE tenant_id = current_tenant()
   RETURNING id`,
);
const update = sql(
  "newsSections.update",
  `UPDATE news_section SET name = $2, translations = COALESCE($3, translations)
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING id`,
);
const remove = sql(
  "newsSections.delete",
  "DELETE FROM news_section WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
const audiences = sql(
  "newsSections.audiences",
  `SELECT COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name), id)
            FROM department WHERE tenant_id = current_tenant()), '[]') AS departments,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', title) ORDER BY lower(title), id)
            FROM user_group WHERE tenant_id = current_tenant()), '[]') AS groups,
     ARRAY(SELECT DISTINCT location FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external
            AND location <> '' ORDER BY location) AS locations`,
);

interface Audiences {
  departments: { id: number; name: string }[];
  groups: { id: number; name: string }[];
  locations: string[];
}

/** What an article can be for and stand under. */
export async function newsChoices(tx: Tx) {
  const [choices, rows] = await Promise.all([tx.one<Audiences>(audiences), tx.rows<SectionRow>(sections)]);
  return { ...(choices as Audiences), sections: rows };
}

export const sectionsInUse = async (tx: Tx, language: Language) =>
  (await tx.rows<SectionRow>(sections)).map((row) => presentSection(language, row));

/** @throws Problem 422 when the name is taken. */
export async function createSection(tx: Tx, input: Input) {
  await requireRoomFor(tx, "news_section", "name");
  const names = JSON.stringify(tidyNames(input.translations));
  const row = await unlessTaken(rules, () => tx.one<{ id: number }>(insert, [input.name, names]));
  return { id: (row as { id: number }).id, name: input.name };
}

/** @throws Problem 404; 422 when the name is taken. */
export async function updateSection(tx: Tx, id: number, input: Input) {
  const names = input.translations ? JSON.stringify(tidyNames(input.translations)) : null;
  const row = await unlessTaken(rules, () => tx.one<{ id: number }>(update, [id, input.name, names]));
  if (!row) throw new Problem("notFound");
  return { id, name: input.name };
}

/** Its articles stay, under none. @throws Problem 404. */
export async function deleteSection(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(remove, [id]))) throw new Problem("notFound");
}
