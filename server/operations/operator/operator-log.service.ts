import type { FastifyRequest } from "fastify";
import type { DataSource } from "typeorm";
import type { OperatorAction } from "../../../shared/operations/operator/operator-actions";
import { queryRows, sharedSql } from "../../platform/database/statements";

const insertLogEntry = sharedSql(
  "operatorLog.insert",
  "INSERT INTO operator_log (email, action, detail, address) VALUES ($1, $2, $3, $4) RETURNING id",
);

/** Records an operator's action and its subject, such as the name of a tenant. Commands have no request. */
export async function logOperator(
  owner: DataSource,
  operator: { email: string },
  request: Pick<FastifyRequest, "ip"> | null,
  action: OperatorAction,
  detail: Record<string, string | number> = {},
): Promise<void> {
  await queryRows(owner, insertLogEntry, [operator.email, action, JSON.stringify(detail), request?.ip ?? null]);
}
