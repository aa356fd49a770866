import { UserEntity } from "../../server/people/user.entity";
import { DepartmentEntity } from "../../server/departments/department.entity";
import type { Answer, Api } from "../support/api";
import type { Person, World } from "../support/world";
import { ok } from "../tasks/board";

export const requests = "/finance/finance-request";
export const url = (id: number, verb: string) => `${requests}/${id}/${verb}`;
export const scanner = { details: "Handheld scanner", price: "1420.00", quantity: 2 };

/** The day it is in worlds: they are in UTC. */
export const today = new Date().toISOString().slice(0, 10);
export const year = today.slice(0, 4);

export interface FinanceOffice {
  world: World;
  department: number;
  /** Asks; the manager decides first, then finance, and another one in finance pays. */
  employee: Api;
  manager: Api;
  finance: Api;
  payer: Api;
  admin: Api;
  people: { employee: Person; manager: Person; finance: Person; payer: Person };
  ask(body?: object, as?: Api): Promise<Answer>;
  /** Sends one and has it decided by everybody. @returns its id. */
  approved(body?: object): Promise<number>;
  paid(body?: object, reference?: string): Promise<number>;
  read(id: number, as?: Api): Promise<Answer["body"]>;
}

/** An employee of a department with a manager, and two in finance. Euro and dinar have rates. */
export async function office(world: World): Promise<FinanceOffice> {
  const { employee, manager, finance } = world;
  const department = await world.tx(async (tx) => {
    const { id } = await tx.repo(DepartmentEntity).insert({ name: "Operations", code: "OPS" });
    await tx.repo(UserEntity).update({ id: employee.id }, { parentId: manager.id, departmentId: id });
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
  ok(await apis.finance.put("/finance/settings", { currency: "USD", currencies, archive_days: 30 }));
  const ask: FinanceOffice["ask"] = (body = {}, as = apis.employee) =>
    as.post(requests, { type: "purchase", currency: "USD", items: [scanner], ...body });
  const approved: FinanceOffice["approved"] = async (body) => {
    const { id } = ok(await ask(body)).body.data;
    ok(await apis.manager.put(url(id, "approve")));
    ok(await apis.finance.put(url(id, "approve")));
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
      ok(await apis.payer.put(url(id, "pay"), { reference }));
      return id;
    },
    read: async (id, as = apis.employee) => ok(await as.get(`${requests}/${id}`)).body.data,
  };
}

/** As if it had been paid so many days ago. */
export const paidAgo = (world: World, id: number, days: number) =>
  world.tx((tx) =>
    tx.manager.query("UPDATE finance_request SET archive_from = tenant_today() - $2::int WHERE id = $1", [id, days]),
  );
