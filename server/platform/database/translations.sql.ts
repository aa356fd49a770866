/** The words that stand under a key in each language of `{"de": {"title": "…"}}`, as `{"de": "…"}`; `translations` is SQL. */
export const wordsByLanguage = (translations: string, key: string): string =>
  `(SELECT COALESCE(jsonb_object_agg(said.key, said.value->>'${key}'), '{}') FROM jsonb_each(${translations}) AS said
    WHERE said.value->>'${key}' <> '')`;
