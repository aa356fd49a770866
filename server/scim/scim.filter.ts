import SCIMMY from "scimmy";

/** How an attribute is asked for: text in whatever case, text as it is, or yes and no. */
export interface Asked {
  sql: string;
  kind: "text" | "exact" | "boolean" | "time";
}
/** By its path in lower case. */
export type Askable = Readonly<Record<string, Asked>>;

export const scimError = (status: number, type: string, detail: string): Error =>
  new SCIMMY.Types.Error(status, type, detail);
const wrong = (detail: string) => scimError(400, "invalidFilter", detail);

const longest = 1_000;
/**
 * What the parser reads in time that doubles with each further one is refused before it comes to it; nor does it know that a
 * backslash escapes. It keeps what it reads under the names it reads, in plain objects: by `__proto__.status` it would give every
 * object of the process a status.
 */
export function requireSafeExpression(text: string): string {
  if (text.length > longest) throw wrong("The expression is too long");
  if (/[\\\p{Cc}]/u.test(text)) throw wrong("Backslashes and control characters aren't supported in expressions");
  if (!hasSafeNames(text.replaceAll(/"[^"]*"/g, '""'))) throw wrong("It names what is no attribute");
  return text;
}

/** Whether nothing in it is called as what every object has by itself. */
export const hasSafeNames = (text: string): boolean => !(text.match(/[\w$]+/g) ?? []).some((name) => name in {});

/** A body whose names the parser may read: it takes `name.familyName` for a way into an object. @throws a SCIM error 400. */
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

/** A filter as a condition in SQL; what it compares with is added to `values`. @throws a SCIM error 400. */
export function conditionOf(filter: string, askable: Askable, values: unknown[]): string {
  const branches = Array.from(new SCIMMY.Types.Filter(requireSafeExpression(filter)) as Iterable<Branch>);
  const each = branches.map((branch) => `(${comparisonsOf(branch, "", { askable, values }).join(" AND ")})`);
  return `(${each.join(" OR ")})`;
}

interface Asking {
  askable: Askable;
  values: unknown[];
}

const schemaPrefix = /^urn:ietf:params:scim:schemas:(core|extension:enterprise):2\.0:(user|group)[:.]/;

function comparisonsOf(branch: Branch, prefix: string, asking: Asking): string[] {
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

function comparisonOf(path: string, comparison: Comparison, { askable, values }: Asking): string {
  const asked = Object.hasOwn(askable, path) ? askable[path] : undefined;
  if (!asked) throw wrong(`'${path}' can't be asked for`);
  const negated = String(comparison[0]).toLowerCase() === "not";
  const [operator = "", wanted] = comparison.slice(negated ? 1 : 0);
  const condition = operatorOf(String(operator).toLowerCase(), asked, wanted, (value) => `$${values.push(value)}`);
  return negated ? `NOT COALESCE(${condition}, false)` : condition;
}

function operatorOf(
  operator: string,
  { sql, kind }: Asked,
  wanted: unknown,
  place: (value: unknown) => string,
): string {
  if (operator === "pr") return `${sql} IS NOT NULL`;
  if (operator === "np" || wanted === null) return operator === "ne" ? `${sql} IS NOT NULL` : `${sql} IS NULL`;
  if (wanted === undefined) throw wrong("There is nothing to compare with");
  if (typeof wanted === "object") throw wrong("It is compared with one value");
  const given = String(wanted as string | number | boolean);
  if (kind === "boolean") {
    const value = given.toLowerCase();
    if (!["eq", "ne"].includes(operator) || !["true", "false"].includes(value)) throw wrong("It is true or false");
    return `${sql} ${operator === "eq" ? "=" : "<>"} ${value}`;
  }
  if (kind === "time") {
    const sign = signs[operator];
    if (!sign || !isTime(given)) throw wrong("It is a time");
    return `${sql} ${sign} ${place(given)}::timestamptz`;
  }
  const fold = (text: string) => (kind === "text" ? `lower(${text})` : text);
  const [column, value] = [fold(sql), fold(`${place(given)}::text`)];
  const sign = signs[operator];
  if (operator === "ne") return `${column} IS DISTINCT FROM ${value}`;
  if (sign) return `${column} ${sign} ${value}`;
  if (operator === "co") return `strpos(${column}, ${value}) > 0`;
  if (operator === "sw") return `starts_with(${column}, ${value})`;
  if (operator === "ew") return `right(${column}, length(${value})) = ${value}`;
  throw wrong(`'${operator}' isn't supported here`);
}

/** One that the database knows as well. */
function isTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && /^\d{4}-/.test(text);
}

const signs: Readonly<Record<string, string>> = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" };
