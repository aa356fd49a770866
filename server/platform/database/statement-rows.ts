/**
 * Columns of each statement's result by the statement's name, as PostgreSQL describes them. Empty here, so that nothing is checked:
 * tests/platform/statement-rows.test.ts declares all columns and compiles the server against them.
 */
export interface StatementRows {}

/** A value of type json or jsonb, whose content PostgreSQL doesn't describe. */
export interface Json {
  [json]: never;
}
declare const json: unique symbol;

/**
 * Columns of the statements with this name; a name with a variable part, such as `list.${string}`, means all statements that match it.
 * `NotNull` are columns whose null values the statement excludes.
 */
export type ColumnsOf<Name extends string, NotNull extends string = never> = keyof StatementRows extends never
  ? never // accepted for any row type, as no columns are known
  : [Name] extends [keyof StatementRows]
    ? WithoutNull<StatementRows[Name], NotNull>
    : [Matching<Name>] extends [never]
      ? unknown
      : WithoutNull<StatementRows[Matching<Name>], NotNull>;

/** Slow, as it compares all names; used only for names with a variable part. */
type Matching<Name extends string> = Extract<keyof StatementRows, Name>;

type WithoutNull<Columns, NotNull extends string> = [NotNull] extends [never]
  ? Columns
  : { [Name in keyof Columns]: Name extends NotNull ? NonNullable<Columns[Name]> : Columns[Name] };

/**
 * Columns that a statement needs for rows of type `Row`: all of its properties, including optional ones. If `Row` is a union, a column that
 * some of its members lack can be null.
 */
export type ColumnsFor<Row> = unknown extends Row ? unknown : { [Name in NamesIn<Row>]: ColumnFor<ValueIn<Row, Name>> };

type NamesIn<Row> = Row extends unknown ? keyof Row : never;

type ValueIn<Row, Name> = Row extends unknown ? (Name extends keyof Row ? Row[Name] : null) : never;

type ColumnFor<Value> = unknown extends Value ? unknown : Json | Widened<Value>;

/** A row type may name the values of a column: `"open" | "done"` instead of string. */
type Widened<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends readonly (infer Item)[]
        ? Widened<Item>[]
        : Value;
