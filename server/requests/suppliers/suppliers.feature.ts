import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/suppliers/suppliers.contract";
import { searchPatterns } from "../../platform/database/search";
import type { ServerFeature } from "../../platform/features";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveEditableRecords } from "../../platform/records/record-routes";
import { SupplierEntity } from "./supplier.entities";
import * as suppliers from "./suppliers.service";
import { selectSuppliers } from "./suppliers.sql";
import { findAmong, type SearchSource } from "../../platform/search/search-source";

const supplierSearch: SearchSource = {
  matches: [
    `${findAmong("s.id", "supplier s", "fold(concat_ws(' ', s.name, s.vat_id, s.note))")} AND s.tenant_id = current_tenant()`,
  ],
  from: "supplier s",
  id: "s.id",
  visible: "s.tenant_id = current_tenant()",
  title: "fold(s.name)",
  done: "s.archived",
  columns: { title: "s.name", body: "s.note" },
};

interface Choice {
  id: number;
  name: string;
  payment_days: number | null;
  cost_account_id: number | null;
}

function registerSuppliersRoutes(app: FastifyInstance): void {
  const records = { ...suppliers.supplierRecords, update: suppliers.updateSupplier };
  serveEditableRecords(app, records, { list: contract.listSuppliers, update: contract.updateSupplier });
  serveEndpoint(app, contract.selectSuppliers, async ({ tx, query }) => ({
    data: await tx.rows<Choice>(selectSuppliers, [searchPatterns(query)]),
  }));
  serveEndpoint(app, contract.readSupplier, async ({ tx, actor, params }) => ({
    data: await suppliers.readSupplierDetail(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.createSupplier, async ({ tx, actor, body, text }) => {
    const data = await suppliers.createSupplier(tx, actor, body);
    return { message: text("organization.created", { name: data.name }), data };
  });
  serveEndpoint(app, contract.proposeBankAccount, async ({ tx, actor, params, body, text }) => {
    await suppliers.proposeBankAccount(tx, actor, params.id, body);
    return {
      message: text("bankAccount.done.proposed"),
      data: await suppliers.readSupplierDetail(tx, actor, params.id),
    };
  });
  serveEndpoint(app, contract.confirmBankAccount, async ({ tx, actor, params, text }) => {
    const id = await suppliers.decideBankAccount(tx, actor, params.id, "confirmed");
    return { message: text("bankAccount.done.confirmed"), data: await suppliers.readSupplierDetail(tx, actor, id) };
  });
  serveEndpoint(app, contract.rejectBankAccount, async ({ tx, actor, params, text }) => {
    const id = await suppliers.decideBankAccount(tx, actor, params.id, "rejected");
    return { message: text("bankAccount.done.rejected"), data: await suppliers.readSupplierDetail(tx, actor, id) };
  });
}

export const suppliersFeature = {
  routes: [registerSuppliersRoutes],
  entities: [SupplierEntity],
  searches: { supplier: supplierSearch },
  demo: { suppliers: async () => (await import("./demo/demo.suppliers")).writeSuppliers },
  personalData: {
    actors: "supplier_bank_account.proposed_by supplier_bank_account.decided_by supplier_bank_account.renamed_by",
  },
} satisfies ServerFeature;
