import { UserEntity } from "../../../server/people/people/user.entity";
import { LeaveTypeEntity } from "../../../server/requests/leave/types/leave.entity";
import { grantAllowances } from "../../../server/requests/leave/ledger/allowance.service";
import { leaveTypeOf } from "./leave.records";
import type { Answer, Api } from "../../support/api";
import type { Person, World } from "../../support/world";

export const nextYear = new Date().getUTCFullYear() + 1;

export interface LeaveFixture {
  world: World;
  type: number;
  employee: Api;
  manager: Api;
  hr: Api;
  people: { employee: Person; manager: Person; hr: Person };
  ask(body: object, as?: Api): Promise<Answer>;
  balance(person: Person, year?: number): Promise<number>;
  newType(change: Partial<LeaveTypeEntity>): Promise<number>;
}

export async function leaveFixture(world: World, change: Partial<LeaveTypeEntity> = {}): Promise<LeaveFixture> {
  const { employee, manager, hr } = world;
  await world.tx((tx) => tx.repo(UserEntity).update({ id: employee.id }, { managerId: manager.id }));
  const newType = (columns: Partial<LeaveTypeEntity>) =>
    world.tx(async (tx) => {
      const name = `Leave ${Math.random().toString(36).slice(2, 8)}`;
      const { id } = await tx
        .repo(LeaveTypeEntity)
        .insert({ ...leaveTypeOf(name), daysFemale: 0, daysMale: 0, ...columns });
      await grantAllowances(tx, { typeId: id });
      return id;
    });
  const type = await newType(change);
  const api = world.api(employee);
  const admin = world.api(world.admin);
  const give = (person: Person, days: number) =>
    admin.post(`/leave/balance/${person.id}/adjustment`, { leave_type_id: type, year: nextYear, days, note: "Test" });
  await give(employee, 20);
  return {
    world,
    type,
    employee: api,
    manager: world.api(manager),
    hr: world.api(hr),
    people: { employee, manager, hr },
    ask: (body, as = api) => as.post("/leave/leave-request", { leave_type_id: type, ...body }),
    async balance(person, year = nextYear) {
      const { body } = await world.api(person).get(`/leave/balance?year=${year}`);
      const row = (body.data as { leave_type: { id: number }; balance: number }[]).find(
        (one) => one.leave_type.id === type,
      );
      return row?.balance ?? 0;
    },
    newType,
  };
}

export function workingWeek(number: number, days = 5): { start_date: string; end_date: string } {
  const first = new Date(Date.UTC(nextYear, 0, 1));
  while (first.getUTCDay() !== 1) first.setUTCDate(first.getUTCDate() + 1);
  first.setUTCDate(first.getUTCDate() + 7 * number);
  const start_date = first.toISOString().slice(0, 10);
  first.setUTCDate(first.getUTCDate() + days - 1);
  return { start_date, end_date: first.toISOString().slice(0, 10) };
}
