/** @typedef {import("./find.mjs").Change} Change */

const statement = /\b(?:SELECT|UPDATE|DELETE FROM|INSERT INTO|WHERE|LEFT JOIN)\b/;
/** What a condition ends before, where no parenthesis is open. */
const end =
  /^(?:AND|OR|ORDER BY|GROUP BY|LIMIT|FOR (?:NO|UPDATE|SHARE|KEY)|RETURNING|HAVING|UNION|LEFT|JOIN|CROSS|WHERE|ON CONFLICT|WINDOW|THEN|ELSE|END|SET)\b|^[),;`"]/;
/** The policies of the rows keep tenants apart, whatever a statement says: leaving this out is no fault. */
const ofTenant = /^(?:\w+\.)?tenant_id = (?:current_tenant\(\)|\w+\.tenant_id)$/;

/** @type {[RegExp, (match: string) => string][]} */
const signs = [
  [/(?<=[\w)'] )(?:<=|<|>=|>)(?= [\w($':])/g, (sign) => (sign.length > 1 ? sign.slice(0, 1) : `${sign}=`)],
  [/\bIS NULL\b/g, () => "IS NOT NULL"],
  [/\bIS NOT NULL\b/g, () => "IS NULL"],
];

/** @returns {Change[]} Faults of a statement: a condition left out, an edge moved, the order turned round. */
export function inSql(/** @type {string} */ text, /** @type {number} */ from, /** @type {number} */ to) {
  const source = text.slice(from, to);
  if (!statement.test(source)) return [];
  const sql = withoutCode(source);
  /** @type {Change[]} */
  const changes = [];
  for (const { 0: word, index } of sql.matchAll(/\b(?:WHERE|AND)\s+/g)) {
    if (word.startsWith("AND") && /\bBETWEEN [^\s]+ $/.test(sql.slice(0, index))) continue;
    const begin = index + word.length;
    const until = conditionEnd(sql, begin);
    const condition = source.slice(begin, until);
    const kept = condition.trim();
    // It stays in what is never looked at: a parameter that nothing names has no type, and the statement would be none.
    if (kept && !ofTenant.test(kept)) {
      const after = condition.replace(kept, () => `(true OR ${kept})`);
      changes.push({ kind: "where", from: from + begin, to: from + until, after });
    }
  }
  for (const [shape, other] of signs)
    for (const { 0: sign, index } of sql.matchAll(shape))
      changes.push({ kind: "comparison", from: from + index, to: from + index + sign.length, after: other(sign) });
  for (const { index } of sql.matchAll(/ DESC\b/g))
    changes.push({ kind: "list", from: from + index, to: from + index + 5, after: "" });
  return changes;
}

function conditionEnd(/** @type {string} */ sql, /** @type {number} */ begin) {
  let depth = 0;
  let between = false;
  for (let at = begin; at < sql.length; at++) {
    const rest = sql.slice(at, at + 20);
    const isWord = !/\w/.test(sql[at - 1] ?? "");
    if (isWord && rest.startsWith("BETWEEN ")) between = true;
    if (depth === 0 && (isWord || !/\w/.test(rest[0] ?? "")) && end.test(rest)) {
      if (!(between && rest.startsWith("AND"))) return at;
      between = false;
    }
    if (sql[at] === "(" || sql[at] === "[") depth += 1;
    if (sql[at] === ")" || sql[at] === "]") depth -= 1;
  }
  return begin;
}

/** What is computed between `${` and `}` becomes one word, as long as it was. */
function withoutCode(/** @type {string} */ source) {
  let depth = 0;
  let result = "";
  for (let at = 0; at < source.length; at++) {
    if (source.startsWith("${", at)) depth += 1;
    else if (depth > 0 && source[at] === "{" && source[at - 1] !== "$") depth += 1;
    result += depth > 0 ? "x" : source[at];
    if (depth > 0 && source[at] === "}") depth -= 1;
  }
  return result;
}
