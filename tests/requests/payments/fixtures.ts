import { nextBankDay } from "../../../shared/requests/payments/bank-days.rules";
import type { Answer, Api } from "../../support/api";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";
import { confirmBankAccount } from "../../people/bank-accounts/fixtures";
import { type FinanceFixture, financeFixture, requestUrl, today } from "../finance/fixtures";

export const batchesUrl = "/payment/batch";
export const batchUrl = (id: number, verb: string) => `${batchesUrl}/${id}/${verb}`;
/** Batches can't be executed on weekends. */
export const bankDay = nextBankDay(today);
export const ibans = { employee: "DE89370400440532013000", own: "GB82WEST12345698765432", other: "NO9386011117947" };

export interface PaymentsFixture extends FinanceFixture {
  account: number;
  /** Creates an approved cash advance in EUR. */
  advance(price?: string, body?: object): Promise<number>;
  create(requests: number[], as?: Api, body?: object): Promise<Answer>;
  batch(id: number, as?: Api): Promise<Answer["body"]>;
  /** Submitted by the payer. */
  submitted(requests: number[]): Promise<Answer["body"]>;
  /** Creates a batch that is submitted by the payer and approved by the administrator. */
  released(requests: number[]): Promise<Answer["body"]>;
  setIban(iban: string): Promise<void>;
}

/** The payer prepares batches, the administrator approves them; the employee has a bank account and asks for advances. */
export async function paymentsFixture(world: World): Promise<PaymentsFixture> {
  const finance = await financeFixture(world);
  const { employee, payer, admin, people } = finance;
  const setIban = async (iban: string) => {
    const [proposer, confirmer] = [employee, world.api(world.hr)];
    await confirmBankAccount({ userId: people.employee.id, proposer, confirmer, holder: "Emil Employee", iban });
  };
  await setIban(ibans.employee);
  const account = requireOk(
    await finance.finance.post("/payment/account", { name: "Main", holder: "Acme GmbH", iban: ibans.own }),
  ).body.data.id;
  const create: PaymentsFixture["create"] = (requests, as = payer, body = {}) =>
    as.post(batchesUrl, { account_id: account, currency: "EUR", execution_on: bankDay, requests, ...body });
  const submitted: PaymentsFixture["submitted"] = async (requests) => {
    const { id } = requireOk(await create(requests)).body.data;
    return requireOk(await payer.put(batchUrl(id, "submit"), {})).body.data;
  };
  return {
    ...finance,
    account,
    setIban,
    create,
    submitted,
    advance: (price = "120.50", body = {}) =>
      finance.approved({
        type: "cash_advance",
        currency: "EUR",
        items: [{ details: "Travel", price, quantity: 1 }],
        ...body,
      }),
    batch: async (id, as = payer) => requireOk(await as.get(`${batchesUrl}/${id}`)).body.data,
    released: async (requests) => {
      const { id } = await submitted(requests);
      return requireOk(await admin.put(batchUrl(id, "approve"), {})).body.data;
    },
  };
}

export { requestUrl, today };
