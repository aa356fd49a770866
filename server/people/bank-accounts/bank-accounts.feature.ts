import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/bank-accounts/bank-accounts.contract";
import type { ServerFeature } from "../../platform/features";
import { serveEndpoint } from "../../platform/http/serve/serve";
import * as bankAccounts from "./bank-accounts.service";

function registerBankAccountsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readUserBankAccounts, async ({ tx, actor, params }) => ({
    data: await bankAccounts.readBankAccounts(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.proposeUserBankAccount, async ({ tx, actor, params, body, text }) => ({
    message: text("bankAccount.done.proposed"),
    data: await bankAccounts.proposeBankAccount(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.confirmUserBankAccount, async ({ tx, actor, params, text }) => ({
    message: text("bankAccount.done.confirmed"),
    data: await bankAccounts.decideBankAccount(tx, actor, params.id, "confirmed"),
  }));
  serveEndpoint(app, contract.rejectUserBankAccount, async ({ tx, actor, params, text }) => ({
    message: text("bankAccount.done.rejected"),
    data: await bankAccounts.decideBankAccount(tx, actor, params.id, "rejected"),
  }));
  serveEndpoint(app, contract.deleteUserBankAccounts, async ({ tx, actor, params, text }) => {
    await bankAccounts.deleteBankAccounts(tx, actor, params.id);
    return { message: text("bankAccount.deleted"), id: params.id };
  });
}

export const bankAccountsFeature = {
  routes: [registerBankAccountsRoutes],
  personalData: {
    areas: { person: "user_bank_account.user_id" },
    actors: "user_bank_account.proposed_by user_bank_account.decided_by",
  },
  demo: { bankAccounts: async () => (await import("./demo/demo.bank-accounts")).writeBankAccounts },
} satisfies ServerFeature;
