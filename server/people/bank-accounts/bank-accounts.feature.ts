import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/bank-accounts/bank-accounts.contract";
import type { ServerFeature } from "../../platform/features";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { deleteBankAccount, readBankAccount, setBankAccount } from "./bank-accounts.service";

function registerBankAccountsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.readBankAccount, async ({ tx, actor, params }) => ({
    data: await readBankAccount(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.setBankAccount, async ({ tx, actor, params, body, text }) => ({
    message: text("bankAccount.saved"),
    data: await setBankAccount(tx, actor, params.id, body),
  }));
  serveEndpoint(app, contract.deleteBankAccount, async ({ tx, actor, params, text }) => {
    await deleteBankAccount(tx, actor, params.id);
    return { message: text("bankAccount.deleted"), id: params.id };
  });
}

export const bankAccountsFeature: ServerFeature = { routes: [registerBankAccountsRoutes] };
