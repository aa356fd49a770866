import type { Permission } from "../../../shared/kernel/access";
import { DepartmentEntity } from "../../../server/people/departments/department.entity";
import { UserEntity } from "../../../server/people/people/user.entity";
import { PositionEntity } from "../../../server/people/positions/position.entity";
import { RoleEntity } from "../../../server/administration/roles/role.entity";
import type { TestServer } from "../../support/server";
import type { Person, World } from "../../support/world";

/** Fills every field, so that a field missing from a response is hidden and not just empty. */
export const filledFields = {
  phone_number: "+964 750 555 0142",
  location: "Erbil",
  employee_id: "KRW-0412",
  slack_id: "U0412",
  contract_type: "full_time_contract",
  contract_start: "2021-08-15",
  contract_end: "2031-08-14",
  date_of_joining: "2021-08-15",
  last_day: "2031-08-14",
  gender: "female",
  salary: "4200.50",
  currency: "USD",
  address: "Gulan Street 14",
  city: "Erbil",
  credential_number: "A22140871",
  issued_date: "2022-02-03",
  expiry_date: "2027-02-02",
  last_degree: "masters",
} as const;

export interface PeopleFixture {
  world: World;
  department: number;
  position: number;
  director: Person;
  colleague: Person;
  /** Creates a user with a new role. */
  withRole(name: string, granted: readonly Permission[]): Promise<Person>;
}

export async function peopleFixture(server: TestServer): Promise<PeopleFixture> {
  const world = await server.world();
  const director = await world.person("manager", { fullname: "Dara Director" });
  const colleague = await world.person("employee", { fullname: "Cora Colleague" });
  const { department, position } = await world.tx(async (tx) => {
    const { id: departmentId } = await tx.repo(DepartmentEntity).insert({ name: "Delivery", code: "DEL" });
    const { id: positionId } = await tx.repo(PositionEntity).insert({ title: "Backend engineer" });
    const users = tx.repo(UserEntity);
    await users.update({ id: colleague.id }, { departmentId });
    await users.update({ id: world.manager.id }, { managerId: director.id });
    await users.update(
      { id: world.employee.id },
      {
        managerId: world.manager.id,
        departmentId,
        positionId,
        phoneNumber: filledFields.phone_number,
        location: filledFields.location,
        employeeId: filledFields.employee_id,
        slackId: filledFields.slack_id,
        contractType: filledFields.contract_type,
        contractStart: filledFields.contract_start,
        contractEnd: filledFields.contract_end,
        joinedOn: filledFields.date_of_joining,
        leftOn: filledFields.last_day,
        gender: filledFields.gender,
        imageUrl: "/files/1/face.png",
      },
    );
    return { department: departmentId, position: positionId };
  });
  await server.owner.query(
    `INSERT INTO user_private (tenant_id, user_id, salary, currency, address, city, credential_number, issued_on, expires_on, last_degree)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      world.tenantId,
      world.employee.id,
      filledFields.salary,
      filledFields.currency,
      filledFields.address,
      filledFields.city,
      filledFields.credential_number,
      filledFields.issued_date,
      filledFields.expiry_date,
      filledFields.last_degree,
    ],
  );
  const withRole: PeopleFixture["withRole"] = async (name, granted) => {
    const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name, permissions: [...granted] }));
    return world.person("employee", { roleId: role.id });
  };
  return { world, department, position, director, colleague, withRole };
}
