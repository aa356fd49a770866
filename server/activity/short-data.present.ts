/** What is longer isn't told whole in a list: two hundred changes of a description were twenty megabytes. */
const mostBytes = 1_000;
const mostMembers = 200;
/** Letters: always fewer than a text of so many bytes has. */
const beginning = 200;

/** Plain words, still escaped as HTML is: a mark or an entity that would be cut in two is left out. */
const excerpt = (text: string) =>
  `regexp_replace(left(ltrim(regexp_replace(left(${text}, 5000), '(<[^>]*(>|$)|\\s)+', ' ', 'g')), ${beginning}), '&[^;]{0,9}$', '') || '…'`;

// By its bytes: they are known without reading it.
const isLong = (value: string) => `(jsonb_typeof(${value}) = 'string' AND pg_column_size(${value}) > ${mostBytes})`;

const shortValue = (value: string, otherwise: string) =>
  `CASE WHEN ${isLong(value)} THEN to_jsonb(${excerpt(`${value} #>> '{}'`)})
     WHEN jsonb_typeof(${value}) = 'array' AND jsonb_array_length(${value}) > ${mostMembers}
       THEN jsonb_path_query_array(${value}, '$[0 to ${mostMembers - 1}]')
     ELSE ${otherwise} END`;

/**
 * SQL: the data of an event as lists of events answer it. Of a long text there is its beginning in plain words, also of what it was
 * before, and `shortened` says so; of long lists the first members. What works with events reads them as they are.
 * @param data an expression for the data, an object.
 */
export const shortData = (data: string): string =>
  `(SELECT COALESCE(jsonb_object_agg(f.key, ${shortValue(
    "f.value",
    `CASE WHEN jsonb_typeof(f.value) = 'object' THEN COALESCE(inner_data.short, '{}') ELSE f.value END`,
  )}), '{}') || CASE WHEN bool_or(${isLong("f.value")} OR COALESCE(inner_data.shortened, false))
      THEN '{"shortened": true}'::jsonb ELSE '{}' END
   FROM jsonb_each(${data}) AS f
   LEFT JOIN LATERAL (
     SELECT jsonb_object_agg(i.key, ${shortValue("i.value", "i.value")}) AS short, bool_or(${isLong("i.value")}) AS shortened
     FROM jsonb_each(CASE WHEN jsonb_typeof(f.value) = 'object' THEN f.value ELSE '{}' END) AS i
   ) AS inner_data ON true)`;
