import * as notices from "../../../shared/operations/operator/notices.contract";
import * as session from "../../../shared/operations/operator/operator-session.contract";
import * as overview from "../../../shared/operations/operator/overview.contract";
import * as restore from "../../../shared/operations/operator/restore.contract";
import * as tenants from "../../../shared/operations/operator/tenants.contract";
import type { Endpoint } from "../../../shared/kernel/endpoint";

/** Calls of the operator's page, guarded by `serveOperator`. tests/platform/routes.test.ts fails if a route of the server is missing here. */
export const operatorCalls: readonly Pick<Endpoint, "method" | "path">[] = [
  session,
  overview,
  tenants,
  restore,
  notices,
]
  .flatMap((calls): unknown[] => Object.values(calls))
  .filter((call): call is Endpoint => (call as Partial<Endpoint>).access === "operator");
