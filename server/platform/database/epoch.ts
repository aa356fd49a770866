/**
 * SQL: the tenant's epoch, with which every revision is read. Not a function of the database, which would be called for each row; this is
 * evaluated once per statement.
 */
export const currentEpoch = "(SELECT epoch FROM tenant WHERE id = current_tenant())";
