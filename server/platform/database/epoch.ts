/**
 * SQL: the tenant's epoch, which is read with every revision. The subquery is evaluated once per statement, whereas a database function
 * would be called for each row.
 */
export const tenantEpochSql = "(SELECT epoch FROM tenant WHERE id = current_tenant())";
