import {
  type DeepPartial,
  type FindManyOptions,
  type FindOptionsWhere,
  In,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type Repository,
} from "typeorm";

type Where<Row extends ObjectLiteral> = FindOptionsWhere<Row>;

/** First of three tenancy checks: every read and write names the tenant. The others are row-level security and the foreign keys. */
export class TenantRepository<Row extends ObjectLiteral> {
  constructor(
    private readonly inner: Repository<Row>,
    private readonly tenantId: number,
  ) {}

  find(options: Omit<FindManyOptions<Row>, "where"> & { where?: Where<Row> } = {}): Promise<Row[]> {
    return this.inner.find({ ...options, where: this.own(options.where) });
  }

  findOne(where: Where<Row>, options: Omit<FindManyOptions<Row>, "where"> = {}): Promise<Row | null> {
    return this.inner.findOne({ ...options, where: this.own(where) });
  }

  findByIds(ids: readonly number[]): Promise<Row[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.find({ where: { id: In([...ids]) } as unknown as Where<Row> });
  }

  count(where?: Where<Row>): Promise<number> {
    return this.inner.count({ where: this.own(where) });
  }

  /** Inserts and returns the row including database defaults. */
  async insert(row: DeepPartial<Row>): Promise<Row> {
    const values = { ...row, tenantId: this.tenantId } as unknown as QueryDeepPartialEntity<Row>;
    const { raw } = await this.inner.createQueryBuilder().insert().values(values).returning("*").execute();
    return this.rowOf((raw as Record<string, unknown>[])[0] ?? {});
  }

  async insertMany(rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    await this.inner.insert(
      rows.map((row) => ({ ...row, tenantId: this.tenantId })) as unknown as QueryDeepPartialEntity<Row>[],
    );
  }

  /** @returns the number of changed rows; 0 after a concurrent change. */
  async update(where: Where<Row>, change: QueryDeepPartialEntity<Row>): Promise<number> {
    return (await this.inner.update(this.own(where), change)).affected ?? 0;
  }

  async delete(where: Where<Row>): Promise<number> {
    return (await this.inner.delete(this.own(where))).affected ?? 0;
  }

  /** TypeORM itself returns only columns with a declared default after an insert. */
  private rowOf(stored: Record<string, unknown>): Row {
    const row = this.inner.create();
    const { driver } = this.inner.manager.dataSource;
    for (const column of this.inner.metadata.columns) {
      column.setEntityValue(row, driver.prepareHydratedValue(stored[column.databaseName], column));
    }
    return row;
  }

  private own(where: Where<Row> = {} as Where<Row>): Where<Row> {
    return { ...where, tenantId: this.tenantId } as unknown as Where<Row>;
  }
}
