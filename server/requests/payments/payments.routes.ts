import type { FastifyInstance } from "fastify";
import * as accounts from "../../../shared/requests/payments/payment-accounts.contract";
import * as batches from "../../../shared/requests/payments/payment-batches.contract";
import { authorizeCall } from "../../platform/http/serve/guards";
import { validatedInputOf } from "../../platform/http/serve/input";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { listBatchPayables } from "./batch-payables.service";
import { createPaymentAccount, listPaymentAccounts, updatePaymentAccount } from "./payment-accounts.service";
import { readPaymentBatch } from "./payment-batches.present";
import * as service from "./payment-batches.service";

export function registerPaymentsRoutes(app: FastifyInstance): void {
  registerAccounts(app);
  registerBatches(app);
  registerSettling(app);
}

function registerAccounts(app: FastifyInstance): void {
  serveEndpoint(app, accounts.listPaymentAccounts, async ({ tx }) => ({ data: await listPaymentAccounts(tx) }));
  serveEndpoint(app, accounts.createPaymentAccount, async ({ tx, actor, body, text }) => ({
    message: text("paymentAccount.saved"),
    data: await createPaymentAccount(tx, actor, body),
  }));
  serveEndpoint(app, accounts.updatePaymentAccount, async ({ tx, actor, params, body, text }) => ({
    message: text("paymentAccount.saved"),
    data: await updatePaymentAccount(tx, actor, params.id, body),
  }));
}

function registerBatches(app: FastifyInstance): void {
  serveEndpoint(app, batches.listBatchPayables, ({ tx, actor, query }) => listBatchPayables(tx, actor, query));
  serveEndpoint(app, batches.listPaymentBatches, ({ tx, query }) => service.listBatches(tx, query));
  serveEndpoint(app, batches.readPaymentBatch, async ({ tx, actor, params }) => ({
    data: await readPaymentBatch(tx, actor, params.id),
  }));
  serveEndpoint(app, batches.createPaymentBatch, async ({ tx, actor, body, text }) => {
    const id = await service.createBatch(tx, actor, body);
    return { message: text("payment.saved"), data: await readPaymentBatch(tx, actor, id) };
  });
  serveEndpoint(app, batches.changePaymentBatch, async ({ tx, actor, params, body, text }) => {
    await service.changeBatch(tx, actor, params.id, body);
    return { message: text("payment.saved"), data: await readPaymentBatch(tx, actor, params.id) };
  });
  serveEndpoint(app, batches.submitPaymentBatch, async ({ tx, actor, params, body, text }) => {
    await service.submitBatch(tx, actor, params.id, body);
    return { message: text("payment.submitted"), data: await readPaymentBatch(tx, actor, params.id) };
  });
  serveEndpoint(app, batches.approvePaymentBatch, async ({ tx, actor, params, body, text }) => {
    await service.approveBatch(tx, actor, params.id, body);
    return { message: text("payment.approved"), data: await readPaymentBatch(tx, actor, params.id) };
  });
  serveEndpoint(app, batches.reopenPaymentBatch, async ({ tx, actor, params, body, text }) => {
    await service.reopenBatch(tx, actor, params.id, body);
    return { message: text("payment.reopened"), data: await readPaymentBatch(tx, actor, params.id) };
  });
  serveEndpoint(app, batches.cancelPaymentBatch, async ({ tx, actor, params, body, text }) => {
    await service.cancelBatch(tx, params.id, body);
    return { message: text("payment.cancelled"), data: await readPaymentBatch(tx, actor, params.id) };
  });
  serveGeneratedFile(app, `${batches.readPaymentBatch.path}/file`, async (tenantId, request, reply) => {
    const { name, bytes } = await app.platform.unitOfWork({ tenantId, origin: request.origin }, async (tx) => {
      const actor = await authorizeCall(app, batches.readPaymentBatch, tx, request, reply);
      return service.downloadBatch(tx, actor, validatedInputOf(batches.readPaymentBatch, request).params.id);
    });
    return { name, bytes, type: name.endsWith(".xml") ? "application/xml; charset=utf-8" : "text/csv; charset=utf-8" };
  });
}

function registerSettling(app: FastifyInstance): void {
  serveMultiTransaction(app, batches.executePayments, async ({ unit, actor, params, body, text, request }) => {
    const report = { text, log: request.log };
    const results = await service.executeItems(unit, actor, params.id, body, report);
    const batch = await unit((tx) => readPaymentBatch(tx, actor, params.id));
    const count = results.filter(({ done }) => done).length;
    return { message: text("finance.paidSome", { count }), data: { results, batch } };
  });
  serveMultiTransaction(app, batches.returnPayments, async ({ unit, actor, params, body, text, request }) => {
    const report = { text, log: request.log };
    const results = await service.returnItems(unit, actor, params.id, body, report);
    const batch = await unit((tx) => readPaymentBatch(tx, actor, params.id));
    return { message: text("payment.returned"), data: { results, batch } };
  });
}
