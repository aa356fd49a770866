import SCIMMY from "scimmy";

/** An attribute that filters can use; its kind is case-insensitive text, exact text, boolean or time. */
export interface FilterAttribute {
  sql: string;
  kind: "text" | "exact" | "boolean" | "time";
}
/** Filter attributes by their path in lower case. */
export type FilterAttributes = Readonly<Record<string, FilterAttribute>>;

export const scimError = (status: number, type: string, detail: string): Error =>
  new SCIMMY.Types.Error(status, type, detail);
const invalidFilter = (detail: string) => scimError(400, "invalidFilter", detail);

const longest = 1_000;
/**
 * Rejects expressions that the library's parser can't handle safely. Its parsing time is exponential in their length, it doesn't support
 * escapes, and it stores names in plain objects, so that `__proto__.status` would pollute every object of the process.
 */
export function requireSafeExpression(text: string): string {
  if (text.length > longest) throw invalidFilter("The expression is too long");
  if (/[\\\p{Cc}]/u.test(text))
    throw invalidFilter("Backslashes and control characters aren't supported in expressions");
  if (!hasSafeNames(text.replaceAll(/"[^"]*"/g, '""'))) throw invalidFilter("It names what is no attribute");
  return text;
}

/** Whether the text contains no name that is a property of every object, such as `__proto__`. */
export const hasSafeNames = (text: string): boolean => !(text.match(/[\w$]+/g) ?? []).some((name) => name in {});

/**
 * Rejects bodies with unsafe names, because the library treats names such as `name.familyName` as paths.
 * @throws a SCIM error 400.
 */
export function withSafeNames(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  for (const [name, value] of Object.entries(body)) {
    if (!hasSafeNames(name)) throw scimError(400, "invalidSyntax", "It names what is no attribute");
    withSafeNames(value);
  }
  return body;
}

type Comparison = readonly unknown[];
type Expression = Comparison | readonly (Comparison | Branch)[] | Branch;
interface Branch {
  [attribute: string]: Expression;
}

/**
 * Translates a filter to an SQL condition and appends its parameters to `values`.
 * @throws a SCIM error 400 for an invalid filter.
 */
export function conditionOf(filter: string, askable: FilterAttributes, values: unknown[]): string {
  const branches = Array.from(new SCIMMY.Types.Filter(requireSafeExpression(filter)) as Iterable<Branch>);
  const each = branches.map((branch) => `(${comparisonsOf(branch, "", { askable, values }).join(" AND ")})`);
  return `(${each.join(" OR ")})`;
}

interface FilterContext {
  askable: FilterAttributes;
  values: unknown[];
}

const schemaPrefix = /^urn:ietf:params:scim:schemas:(core|extension:enterprise):2\.0:(user|group)[:.]/;

function comparisonsOf(branch: Branch, prefix: string, asking: FilterContext): string[] {
  return Object.entries(branch).flatMap(([attribute, expression]) => {
    const path = `${prefix}${attribute}`.toLowerCase().replace(schemaPrefix, "");
    if (!Array.isArray(expression)) return comparisonsOf(expression as Branch, `${path}.`, asking);
    const several = expression.some((one) => typeof one === "object" && one !== null);
    const parts = (several ? expression : [expression]) as (Comparison | Branch)[];
    return parts.flatMap((part) =>
      Array.isArray(part) ? comparisonOf(path, part, asking) : comparisonsOf(part as Branch, `${path}.`, asking),
    );
  });
}

function comparisonOf(path: string, comparison: Comparison, { askable, values }: FilterContext): string {
  const attribute = Object.hasOwn(askable, path) ? askable[path] : undefined;
  if (!attribute) throw invalidFilter(`'${path}' can't be asked for`);
  const negated = String(comparison[0]).toLowerCase() === "not";
  const [operator = "", operand] = comparison.slice(negated ? 1 : 0);
  const condition = operatorOf(String(operator).toLowerCase(), attribute, operand, (value) => `$${values.push(value)}`);
  return negated ? `NOT COALESCE(${condition}, false)` : condition;
}

function operatorOf(
  operator: string,
  { sql, kind }: FilterAttribute,
  operand: unknown,
  place: (value: unknown) => string,
): string {
  if (operator === "pr") return `${sql} IS NOT NULL`;
  if (operator === "np" || operand === null) return operator === "ne" ? `${sql} IS NOT NULL` : `${sql} IS NULL`;
  if (operand === undefined) throw invalidFilter("There is nothing to compare with");
  if (typeof operand === "object") throw invalidFilter("It is compared with one value");
  const operandText = String(operand as string | number | boolean);
  if (kind === "boolean") {
    const value = operandText.toLowerCase();
    if (!["eq", "ne"].includes(operator) || !["true", "false"].includes(value))
      throw invalidFilter("It is true or false");
    return `${sql} ${operator === "eq" ? "=" : "<>"} ${value}`;
  }
  if (kind === "time") {
    const sign = sqlOperators[operator];
    if (!sign || !isTime(operandText)) throw invalidFilter("It is a time");
    return `${sql} ${sign} ${place(operandText)}::timestamptz`;
  }
  const fold = (text: string) => (kind === "text" ? `lower(${text})` : text);
  const [column, value] = [fold(sql), fold(`${place(operandText)}::text`)];
  const sign = sqlOperators[operator];
  if (operator === "ne") return `${column} IS DISTINCT FROM ${value}`;
  if (sign) return `${column} ${sign} ${value}`;
  if (operator === "co") return `strpos(${column}, ${value}) > 0`;
  if (operator === "sw") return `starts_with(${column}, ${value})`;
  if (operator === "ew") return `right(${column}, length(${value})) = ${value}`;
  throw invalidFilter(`'${operator}' isn't supported here`);
}

/** Whether a text is a time in a year that PostgreSQL accepts. */
function isTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && /^\d{4}-/.test(text);
}

const sqlOperators: Readonly<Record<string, string>> = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" };
