import { DepartmentEntity } from "../../server/departments/department.entity";
import { UserEntity } from "../../server/people/user.entity";
import { PositionEntity } from "../../server/positions/position.entity";
import { RoleEntity } from "../../server/roles/role.entity";
import type { Permission } from "../../shared/kernel/permissions";
import type { TestServer } from "../support/server";
import type { Person, World } from "../support/world";

/** Every field of the employee, so that one that isn't shown is hidden and not merely empty. */
export const filled = {
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

export interface Organisation {
  world: World;
  department: number;
  position: number;
  /** Leads the manager, who leads the employee. */
  director: Person;
  /** In the same department, above nobody. */
  colleague: Person;
  /** Everything that the specification calls permissions but `user-edit`. */
  withRole(name: string, held: readonly Permission[]): Promise<Person>;
}

/** An employee of whom everything is known, two leaders above, and a colleague. */
export async function organisation(server: TestServer): Promise<Organisation> {
  const world = await server.world();
  const director = await world.person("manager", { fullname: "Dara Director" });
  const colleague = await world.person("employee", { fullname: "Cora Colleague" });
  const { department, position } = await world.tx(async (tx) => {
    const { id: departmentId } = await tx.repo(DepartmentEntity).insert({ name: "Delivery", code: "DEL" });
    const { id: positionId } = await tx.repo(PositionEntity).insert({ title: "Backend engineer" });
    const users = tx.repo(UserEntity);
    await users.update({ id: colleague.id }, { departmentId });
    await users.update({ id: world.manager.id }, { parentId: director.id });
    await users.update(
      { id: world.employee.id },
      {
        parentId: world.manager.id,
        departmentId,
        positionId,
        phoneNumber: filled.phone_number,
        location: filled.location,
        employeeId: filled.employee_id,
        slackId: filled.slack_id,
        contractType: filled.contract_type,
        contractStart: filled.contract_start,
        contractEnd: filled.contract_end,
        joinedOn: filled.date_of_joining,
        leftOn: filled.last_day,
        gender: filled.gender,
        image: "/files/1/face.png",
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
      filled.salary,
      filled.currency,
      filled.address,
      filled.city,
      filled.credential_number,
      filled.issued_date,
      filled.expiry_date,
      filled.last_degree,
    ],
  );
  const withRole: Organisation["withRole"] = async (name, held) => {
    const role = await world.tx((tx) => tx.repo(RoleEntity).insert({ name, permissions: [...held] }));
    return world.person("employee", { roleId: role.id });
  };
  return { world, department, position, director, colleague, withRole };
}
