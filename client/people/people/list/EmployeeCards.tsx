import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import { Avatar } from "../../../ui/signs/Avatar";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { EmployeeBadges } from "../EmployeeBadges";
import type { Employee } from "./useEmployees";
import classes from "./EmployeeCards.module.css";

export function EmployeeCards({ rows }: { rows: readonly Employee[] }) {
  return (
    <ul className={classes.grid}>
      {rows.map((employee) => (
        <li key={employee.id} className={classes.card} data-off={employee.active === false || undefined}>
          <Avatar person={{ ...employee, fullname: employee.fullname ?? "" }} size={40} hasVisibleName />
          <div className={classes.words}>
            <h2>
              <Link to={paths.employeeView(employee.id)}>
                <TruncatedName>{employee.fullname ?? ""}</TruncatedName>
              </Link>
            </h2>
            {employee.position && <TruncatedName>{employee.position.title}</TruncatedName>}
            {employee.department && <TruncatedName>{employee.department.name}</TruncatedName>}
            {employee.email && <TruncatedName>{employee.email}</TruncatedName>}
            <div className={classes.signs}>
              <EmployeeBadges employee={employee} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
