import type pg from "pg";

export interface Column {
  name: string;
  type: string;
  /** Whether it is a column that can be null in its table, or is on the optional side of an outer join. */
  nullable: boolean;
}

/** Types of values as the driver parses them (server/platform/database/database.ts), by the name of the PostgreSQL type. */
const types: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "number",
  json: "Json",
  jsonb: "Json",
  name: "string",
  numeric: "string",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
  void: "string",
  _int2: "number[]",
  _int4: "number[]",
  _int8: "number[]",
  _text: "string[]",
};

interface Plan {
  Output?: string[];
  "Join Type"?: string;
  "Parent Relationship"?: string;
  Plans?: Plan[];
}

/** Describes the columns of statements' results without executing them. */
export class StatementDescriber {
  private constructor(
    private readonly client: pg.Client,
    private readonly typeNames: ReadonlyMap<number, string>,
    /** Table and column numbers of columns that can be null. */
    private readonly nullableColumns: ReadonlySet<string>,
  ) {}

  static async create(client: pg.Client): Promise<StatementDescriber> {
    const typeRows = await client.query<{ id: number; name: string }>("SELECT oid AS id, typname AS name FROM pg_type");
    const columns = await client.query<{ key: string }>(
      `SELECT a.attrelid || '.' || a.attnum AS key FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind IN ('r', 'p') AND NOT a.attnotnull`,
    );
    await client.query("SELECT set_config('app.tenant_id', '1', false)"); // planning evaluates current_tenant()
    const typeNames = new Map(typeRows.rows.map(({ id, name }) => [id, name]));
    return new StatementDescriber(client, typeNames, new Set(columns.rows.map(({ key }) => key)));
  }

  async columnsOf(text: string): Promise<Column[]> {
    const fields = await this.fieldsOf(text);
    const optional = /\b(LEFT|RIGHT)\b/.test(text) ? await this.optionalColumns(text) : new Set();
    return fields.map(({ name, dataTypeID, tableID, columnID }, index) => {
      const typeName = this.typeNames.get(dataTypeID) ?? String(dataTypeID);
      const type = types[typeName];
      if (!type) throw new Error(`No TypeScript type is known for ${typeName}`);
      return { name, type, nullable: this.nullableColumns.has(`${tableID}.${columnID}`) || optional.has(index) };
    });
  }

  private fieldsOf(text: string): Promise<pg.FieldDef[]> {
    return new Promise((resolve, reject) => {
      let fields: pg.FieldDef[] = [];
      const describe = {
        submit(connection: pg.Connection) {
          connection.parse({ name: "", text, types: [] }, true);
          connection.describe({ type: "S", name: "" }, true);
          connection.sync();
        },
        handleRowDescription: (message: { fields: pg.FieldDef[] }) => (fields = message.fields),
        handleError: reject, // the client doesn't call `handleReadyForQuery` after an error
        handleReadyForQuery: () => resolve(fields),
      };
      this.client.query(describe as unknown as pg.Submittable);
    });
  }

  /** Indexes of result columns that come unchanged from the optional side of an outer join. Full joins are ignored. */
  private async optionalColumns(text: string): Promise<Set<number>> {
    const { rows } = await this.client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0].Plan ?? {};
    const optional = new Set(optionalOutputs(plan));
    return new Set((plan.Output ?? []).flatMap((output, index) => (optional.has(output) ? [index] : [])));
  }
}

const optionalSides: Readonly<Record<string, readonly string[]>> = {
  Left: ["Inner"],
  Right: ["Outer"],
};

function optionalOutputs(plan: Plan): string[] {
  const sides = optionalSides[plan["Join Type"] ?? ""] ?? [];
  return (plan.Plans ?? []).flatMap((child) => [
    ...(sides.includes(child["Parent Relationship"] ?? "") ? (child.Output ?? []) : []),
    ...optionalOutputs(child),
  ]);
}
