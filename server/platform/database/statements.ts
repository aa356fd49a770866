import type { ColumnsFor, ColumnsOf } from "./statement-rows";

/** A named statement, parsed and planned once per connection. Used for frequent queries; other code uses repositories. */
export interface Statement<Columns = unknown> {
  name: string;
  text: string;
  /** Never set: the columns of the result for the compiler (statement-rows.ts). */
  readonly columns?: Columns;
}

/** A statement with the columns that rows of type `Row` need. */
export type StatementFor<Row> = Statement<ColumnsFor<Row>>;

const names = new Map<string, string>();

/**
 * @param _options `notNull`: columns that can be null in their table but not in this result.
 * @throws when a different text already has this name, which would otherwise fail only on connections that ran the first statement.
 */
export function sql<const Name extends string, const NotNull extends string = never>(
  name: Name,
  text: string,
  _options?: { notNull: readonly NotNull[] },
): Statement<ColumnsOf<Name, NotNull>> {
  const registeredText = names.get(name);
  if (registeredText !== undefined && registeredText !== text) throw new Error(`Two statements are called ${name}`);
  names.set(name, text);
  return { name, text };
}

/** Makes statements for each of the keys, such as the sort orders of a list. `keys` is an array or an object with these keys. */
export function sqlByKey<Key extends string, Made>(
  keys: readonly Key[] | Readonly<Record<Key, unknown>>,
  make: (key: Key) => Made,
): Record<Key, Made> {
  const all = Array.isArray(keys) ? keys : (Object.keys(keys) as Key[]);
  return Object.fromEntries(all.map((key) => [key, make(key)])) as Record<Key, Made>;
}

export const namedStatements = (): ReadonlyMap<string, string> => names;

/**
 * An unnamed statement, parsed on each call and not cached on the connection. Used for SQL built from request parameters, which has
 * thousands of variants. `Name` exists for the compiler only and gives all variants the same columns.
 */
export const unnamedSql = <Name extends string = "">(text: string): Statement<ColumnsOf<Name>> => ({ name: "", text });

const sharedTexts = new Map<string, string>();

/** A statement outside units of work: on tables without a tenant, or on the rows of all tenants. Its name isn't sent. */
export function sharedSql<const Name extends string>(name: Name, text: string): Statement<ColumnsOf<Name>> {
  sharedTexts.set(name, text);
  return { name: "", text };
}

export const sharedStatements = (): ReadonlyMap<string, string> => sharedTexts;

/** A data source, or a transaction of TypeORM. */
interface Database {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Returns the rows of a SELECT, or of an INSERT with RETURNING. For UPDATE and DELETE, TypeORM also returns the number of rows. */
export const queryRows = <Row>(database: Database, statement: StatementFor<NoInfer<Row>>, values: unknown[] = []) =>
  database.query(statement.text, values) as Promise<Row[]>;
