import { UserEntity } from "../../../server/people/people/user.entity";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import type { Answer, Api } from "../../support/api";
import type { Person, World } from "../../support/world";
import { requireOk } from "../../work/tasks/board";

export const requestsUrl = "/finance/finance-request";
export const requestUrl = (id: number, verb: string) => `${requestsUrl}/${id}/${verb}`;
export const scannerItem = { details: "Handheld scanner", price: "1420.00", quantity: 2 };

export const today = new Date().toISOString().slice(0, 10);
export const currentYear = today.slice(0, 4);

export interface FinanceFixture {
  world: World;
  department: number;
  employee: Api;
  manager: Api;
  finance: Api;
  payer: Api;
  admin: Api;
  people: { employee: Person; manager: Person; finance: Person; payer: Person };
  ask(body?: object, as?: Api): Promise<Answer>;
  approved(body?: object): Promise<number>;
  paid(body?: object, reference?: string): Promise<number>;
  read(id: number, as?: Api): Promise<Answer["body"]>;
}

export async function financeFixture(world: World): Promise<FinanceFixture> {
  const { employee, manager, finance } = world;
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Operations", code: "OPS" });
    await tx.repo(UserEntity).update({ id: employee.id }, { managerId: manager.id, departmentId: id });
    return id;
  });
  const payer = await world.person("finance", { fullname: "Petra Payer" });
  const apis = {
    employee: world.api(employee),
    manager: world.api(manager),
    finance: world.api(finance),
    payer: world.api(payer),
    admin: world.api(world.admin),
  };
  const currencies = [
    { code: "EUR", rate: "1.0834" },
    { code: "IQD", rate: "0.00076" },
    { code: "KWD", rate: "3.2512" },
    { code: "JPY", rate: "0.0065" },
  ];
  requireOk(await apis.finance.put("/finance/settings", { currency: "USD", currencies, archive_days: 30 }));
  const ask: FinanceFixture["ask"] = (body = {}, as = apis.employee) =>
    as.post(requestsUrl, { type: "purchase", currency: "USD", items: [scannerItem], ...body });
  const approved: FinanceFixture["approved"] = async (body) => {
    const { id } = requireOk(await ask(body)).body.data;
    requireOk(await apis.manager.put(requestUrl(id, "approve")));
    requireOk(await apis.finance.put(requestUrl(id, "approve")));
    return id;
  };
  return {
    world,
    department,
    ...apis,
    people: { employee, manager, finance, payer },
    ask,
    approved,
    async paid(body, reference = "TRX-1") {
      const id = await approved(body);
      requireOk(await apis.payer.put(requestUrl(id, "pay"), { reference }));
      return id;
    },
    read: async (id, as = apis.employee) => requireOk(await as.get(`${requestsUrl}/${id}`)).body.data,
  };
}

export const setPaidDaysAgo = (world: World, id: number, days: number) =>
  world.tx((tx) =>
    tx.manager.query("UPDATE finance_request SET archive_from = tenant_today() - $2::int WHERE id = $1", [id, days]),
  );
