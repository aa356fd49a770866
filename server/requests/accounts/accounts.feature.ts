import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/accounts/accounts.contract";
import { searchPatterns } from "../../platform/database/search";
import type { ServerFeature } from "../../platform/features";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveEditableRecords } from "../../platform/records/record-routes";
import { CostAccountEntity, VatRateEntity } from "./account.entities";
import { costAccountRecords, vatRateRecords } from "./accounts.service";
import { selectCostAccounts, selectVatRates } from "./accounts.sql";

function registerAccountsRoutes(app: FastifyInstance): void {
  serveEditableRecords(app, costAccountRecords, {
    list: contract.listCostAccounts,
    create: contract.createCostAccount,
    update: contract.updateCostAccount,
  });
  serveEndpoint(app, contract.selectCostAccounts, async ({ tx, query }) => ({
    data: await tx.rows<{ id: number; code: string; name: string }>(selectCostAccounts, [searchPatterns(query)]),
  }));
  serveEditableRecords(app, vatRateRecords, {
    list: contract.listVatRates,
    create: contract.createVatRate,
    update: contract.updateVatRate,
  });
  serveEndpoint(app, contract.selectVatRates, async ({ tx, query }) => ({
    data: await tx.rows<{ id: number; code: string; name: string; percent: string }>(selectVatRates, [
      searchPatterns(query),
    ]),
  }));
}

export const accountsFeature = {
  routes: [registerAccountsRoutes],
  entities: [CostAccountEntity, VatRateEntity],
  demo: { accounts: async () => (await import("./demo/demo.accounts")).writeAccounts },
} satisfies ServerFeature;
