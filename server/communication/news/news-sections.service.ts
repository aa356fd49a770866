import type { InferType } from "yup";
import type { Language } from "../../../shared/kernel/languages";
import { Problem } from "../../../shared/kernel/problems";
import { type NamedRecord, tidyNames } from "../../../shared/kernel/translations";
import type { newsSectionSchema } from "../../../shared/communication/news/news.schema";
import { mapConstraintErrors } from "../../platform/database/constraints";
import { enforceRowLimit, rowLimit } from "../../platform/database/row-limits";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { presentSection } from "./news.present";

export const sectionLimit = rowLimit("news_section", 200);

type Input = InferType<typeof newsSectionSchema>;
type SectionRow = NamedRecord & { id: number; article_count: number };

const rules = { news_section_name_once: "name" } as const;

const selectSections = sql(
  "newsSections.all",
  `SELECT s.id, s.name, s.translations, (SELECT count(*)::int FROM news_article a
     WHERE a.tenant_id = s.tenant_id AND a.section_id = s.id) AS article_count
   FROM news_section s WHERE s.tenant_id = current_tenant() ORDER BY s.sort_order, s.id`,
);
const insertSection = sql(
  "newsSections.insert",
  `INSERT INTO news_section (tenant_id, name, translations, sort_order)
   SELECT current_tenant(), $1, $2, COALESCE(max(sort_order), 0) + 1 FROM news_section WHERE tenant_id = current_tenant()
   RETURNING id`,
);
const updateSectionNames = sql(
  "newsSections.update",
  `UPDATE news_section SET name = $2, translations = COALESCE($3, translations)
   WHERE tenant_id = current_tenant() AND id = $1 RETURNING id`,
);
const deleteSectionRow = sql(
  "newsSections.delete",
  "DELETE FROM news_section WHERE tenant_id = current_tenant() AND id = $1 RETURNING id",
);
const selectAudiences = sql(
  "newsSections.audiences",
  `SELECT COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name COLLATE reader, id)
            FROM department WHERE tenant_id = current_tenant()), '[]') AS departments,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', title) ORDER BY title COLLATE reader, id)
            FROM user_group WHERE tenant_id = current_tenant()), '[]') AS groups,
     ARRAY(SELECT min(location) FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external
            AND location <> '' GROUP BY location_key ORDER BY min(location) COLLATE reader) AS locations`,
);

interface Audiences {
  departments: { id: number; name: string }[];
  groups: { id: number; name: string }[];
  locations: string[];
}

export async function newsChoices(tx: Tx) {
  const [choices, rows] = await Promise.all([tx.one<Audiences>(selectAudiences), tx.rows<SectionRow>(selectSections)]);
  return { ...(choices as Audiences), sections: rows };
}

export const sectionsInUse = async (tx: Tx, language: Language) =>
  (await tx.rows<SectionRow>(selectSections)).map((row) => presentSection(language, row));

export async function createSection(tx: Tx, input: Input) {
  await enforceRowLimit(tx, sectionLimit, "name");
  const names = JSON.stringify(tidyNames(input.translations));
  const row = await mapConstraintErrors(rules, () => tx.one<{ id: number }>(insertSection, [input.name, names]));
  return { id: (row as { id: number }).id, name: input.name };
}

export async function updateSection(tx: Tx, id: number, input: Input) {
  const names = input.translations ? JSON.stringify(tidyNames(input.translations)) : null;
  const row = await mapConstraintErrors(rules, () =>
    tx.one<{ id: number }>(updateSectionNames, [id, input.name, names]),
  );
  if (!row) throw new Problem("notFound");
  return { id, name: input.name };
}

/**
 * Deletes a section; its articles remain without a section.
 * @throws Problem 404.
 */
export async function deleteSection(tx: Tx, id: number): Promise<void> {
  if (!(await tx.one(deleteSectionRow, [id]))) throw new Problem("notFound");
}
