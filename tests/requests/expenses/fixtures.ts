import { UserEntity } from "../../../server/people/people/user.entity";
import type { Answer, Api } from "../../support/api";
import { multipart } from "../../support/multipart";
import type { World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

export const claimsUrl = "/expense/claim";
export const claimUrl = (id: number, verb: string) => `${claimsUrl}/${id}/${verb}`;

export const today = new Date().toISOString().slice(0, 10);
export const currentYear = today.slice(0, 4);

export interface ExpenseFixture {
  world: World;
  employee: Api;
  manager: Api;
  finance: Api;
  payer: Api;
  meals: number;
  car: number;
  category(body: object): Promise<number>;
  item: { spent_on: string; category_id: number; supplier: string; currency: string; amount: string };
  claim(body?: object, as?: Api): Promise<Answer>;
  draft(body?: object): Promise<number>;
  approved(body?: object): Promise<number>;
  read(id: number, as?: Api): Promise<Answer["body"]>;
  receipt(id: number, item: number, bytes: Buffer, as?: Api): Promise<Answer>;
}

/** Creates a team whose claims are decided by the manager and then by finance. The currency is USD, with rates for EUR and IQD. */
export async function expenseFixture(world: World): Promise<ExpenseFixture> {
  await world.tx((tx) => tx.repo(UserEntity).update({ id: world.employee.id }, { managerId: world.manager.id }));
  const [employee, manager, finance] = [world.api(world.employee), world.api(world.manager), world.api(world.finance)];
  const payer = world.api(await world.person("finance", { fullname: "Petra Payer" }));
  const currencies = [
    { code: "EUR", rate: "1.0834" },
    { code: "IQD", rate: "0.00076" },
  ];
  requireOk(await finance.put("/finance/settings", { currency: "USD", currencies, archive_days: 30 }));
  const category = async (body: object) => requireOk(await finance.post("/expense/category", body)).body.data.id;
  const meals = await category({ name: "Meals" });
  const car = await category({ name: "Car", km_rate: "0.42" });
  const item = { spent_on: today, category_id: meals, supplier: "Cafe Dijla", currency: "USD", amount: "18.50" };
  const claim: ExpenseFixture["claim"] = (body = {}, as = employee) =>
    as.post(claimsUrl, { title: "Trip to Basra", items: [item], ...body });
  return {
    world,
    employee,
    manager,
    finance,
    payer,
    meals,
    car,
    category,
    item,
    claim,
    draft: async (body) => requireOk(await claim({ draft: true, ...body })).body.data.id,
    async approved(body) {
      const { id } = requireOk(await claim(body)).body.data;
      requireOk(await manager.put(claimUrl(id, "approve")));
      requireOk(await finance.put(claimUrl(id, "approve")));
      return id;
    },
    read: async (id, as = employee) => requireOk(await as.get(`${claimsUrl}/${id}`)).body.data,
    receipt(id, itemId, bytes, as = employee) {
      const { payload, headers } = multipart([
        { name: "item_id", value: String(itemId) },
        { name: "file", filename: "receipt.png", type: "image/png", value: bytes },
      ]);
      return as.post(claimUrl(id, "receipt"), payload, { headers });
    },
  };
}
